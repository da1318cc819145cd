import { XLSX_TYPE } from '@packhouse/contract'

/** How the containers of workbooks begin: XLSX is a ZIP; with a password, and as the older XLS, it is a compound file. */
const containers = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * The media type of a file of rows, by its content: its name and what the browser makes of it depend on what is installed.
 * A workbook that the server cannot read is sent as one all the same, so that the server says what is wrong with it.
 */
export function tableTypeOf(bytes: Uint8Array): string {
  const isWorkbook = containers.some((start) => start.every((byte, place) => bytes[place] === byte))
  return isWorkbook ? XLSX_TYPE : 'text/csv'
}
