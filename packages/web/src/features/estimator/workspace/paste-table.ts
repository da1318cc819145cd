/** The cells of a table as spreadsheets put it on the clipboard: lines, tabs, and quotes around cells that hold either. */
export function readTable(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let rest = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  while (true) {
    const { cell, end } = nextCell(rest)
    cells.push(cell)
    const sign = rest[end]
    rest = rest.slice(end + 1)
    if (sign !== '\t') {
      lines.push(cells)
      cells = []
    }
    if (sign === undefined) return lines
  }
}

/** The first cell, and where it ends. */
function nextCell(text: string): { cell: string; end: number } {
  const quoted = /^"((?:[^"]|"")*)"(?=\t|\n|$)/.exec(text)
  if (quoted?.[1] !== undefined) return { cell: quoted[1].replaceAll('""', '"'), end: quoted[0].length }
  const end = text.search(/[\t\n]/)
  return end === -1 ? { cell: text, end: text.length } : { cell: text.slice(0, end), end }
}
