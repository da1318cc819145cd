/** Where a list begins: in the place of a position that an answer gave. */
export const FIRST_POSITION: string | null = null

/** The query of the rows behind a position, or of the first ones. */
export function behind(position: string | null): { after?: string } {
  return position === null ? {} : { after: position }
}

/** Where the next rows of a list begin. Page numbers would leave a row out where one of an earlier page is deleted meanwhile. */
export function nextPosition({ next }: { next: string | null }): string | undefined {
  return next ?? undefined
}
