#ifndef ACCORD_CQRENCODE_SHIM_H
#define ACCORD_CQRENCODE_SHIM_H
#include <qrencode.h>
#endif
