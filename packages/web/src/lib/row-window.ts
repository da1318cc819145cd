/** Rows beyond both edges that are drawn too, so that scrolling never shows an empty strip. */
const BEYOND = 8

/** Which rows of equal height are drawn: from `first` up to, but without, `end`. */
export interface RowWindow {
  first: number
  end: number
}

/** The rows that are in sight, and a few more. @param view lengths in pixels */
export function rowWindow(count: number, rowHeight: number, view: { top: number; height: number }): RowWindow {
  const first = Math.floor(view.top / rowHeight) - BEYOND
  const end = Math.ceil((view.top + view.height) / rowHeight) + BEYOND
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) }
}

/** Where to scroll to for a row to be seen below the head; `top` as it is where it is seen already. */
export function scrollTopFor(
  row: number,
  rowHeight: number,
  view: { top: number; height: number; head: number },
): number {
  const start = row * rowHeight
  if (start < view.top) return start
  const bottom = view.top + view.height - view.head
  return start + rowHeight > bottom ? start + rowHeight - view.height + view.head : view.top
}
