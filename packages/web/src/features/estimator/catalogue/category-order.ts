/** A category with its place in the tree. */
export interface CategoryBranch {
  id: string
  name: string
  /** 0 at the top. */
  depth: number
}

type Row = { id: string } & Record<string, unknown>

/** Categories from the top down, each followed by those below it. One whose parent is not among them is at the top. */
export function inOrder(rows: readonly Row[]): CategoryBranch[] {
  const ids = new Set(rows.map(({ id }) => id))
  const below = (parentId: string | null, depth: number): CategoryBranch[] =>
    rows
      .filter((row) => (typeof row.parentId === 'string' && ids.has(row.parentId) ? row.parentId : null) === parentId)
      .flatMap((row) => [{ id: row.id, name: String(row.name), depth }, ...below(row.id, depth + 1)])
  return below(null, 0)
}
