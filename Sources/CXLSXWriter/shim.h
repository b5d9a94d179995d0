// What libxlsxwriter does not tell of the temporary files of its sheets, and does not tidy up.
#ifndef ACCORD_CXLSXWRITER_SHIM_H
#define ACCORD_CXLSXWRITER_SHIM_H
#include <stddef.h>
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

/// Puts a picture into a cell, at most so many pixels wide and high: its own size is what the
/// library reads in it. It copies the bytes, and keeps the copy until the workbook is closed.
static inline lxw_error accord_xlsx_picture(
    lxw_worksheet *sheet, lxw_row_t row, lxw_col_t column, const unsigned char *bytes, size_t count,
    const char *description, double most) {
    lxw_image_options options = {.x_offset = 2,
                                 .y_offset = 2,
                                 .object_position = LXW_OBJECT_MOVE_DONT_SIZE,
                                 .description = (char *)description};
    lxw_error error =
        worksheet_insert_image_buffer_opt(sheet, row, column, bytes, count, &options);
    if (error) return error;
    // The last of the list, which knows where the pointer to the next one lies.
    lxw_object_properties *picture =
        (lxw_object_properties *)((char *)sheet->image_props->stqh_last
                                  - offsetof(lxw_object_properties, list_pointers));
    double larger = picture->width > picture->height ? picture->width : picture->height;
    double scale = larger > most ? most / larger : 1;
    // A density that the file declares would make another size of it.
    picture->x_dpi = picture->y_dpi = 96;
    picture->x_scale = picture->y_scale = scale;
    return LXW_NO_ERROR;
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
