// What libxlsxwriter does not tell of the temporary files of its sheets, and does not tidy up.
#ifndef ACCORD_CXLSXWRITER_SHIM_H
#define ACCORD_CXLSXWRITER_SHIM_H
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xlsxwriter.h>

/// Writes the row that a sheet holds back; returns the bytes of all its rows, or -1 where its
/// temporary file did not take them. The library itself never asks.
static inline long long accord_xlsx_rows(lxw_worksheet *sheet) {
    FILE *file = sheet->optimize_tmpfile;
    lxw_worksheet_write_single_row(sheet);
    return fflush(file) == 0 && !ferror(file) ? (long long)ftello(file) : -1;
}

/// The temporary file of a sheet.
static inline int accord_xlsx_descriptor(lxw_worksheet *sheet) {
    return fileno(sheet->optimize_tmpfile);
}

/// Closes the temporary file of a sheet where a failed workbook_close left it open: `own` is a
/// duplicate of its descriptor from before, and is closed too.
static inline void accord_xlsx_release(int descriptor, int own) {
    struct stat left, kept;
    if (own < 0) return;
    if (fstat(own, &kept) == 0 && fstat(descriptor, &left) == 0 && left.st_dev == kept.st_dev
        && left.st_ino == kept.st_ino)
        close(descriptor);
    close(own);
}

/// Frees a workbook that is not to be written, with the temporary files of its sheets, which
/// lxw_workbook_free leaves open.
static inline void accord_xlsx_abandon(lxw_workbook *book) {
    lxw_worksheet *sheet;
    STAILQ_FOREACH(sheet, book->worksheets, list_pointers)
        if (sheet->optimize_tmpfile) fclose(sheet->optimize_tmpfile);
    lxw_workbook_free(book);
}
#endif
