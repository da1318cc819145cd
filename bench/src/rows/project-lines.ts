import type { Viewer } from '../stage/viewer.ts'

export const PROJECTS = '/v1/estimator/projects'

/** A project that the viewer edits. */
export interface HeldProject {
  id: string
  lock: Record<string, string>
  items: { id: string }[]
}

/** A project of as many lines. */
export async function makeProject(viewer: Viewer, lines: number): Promise<HeldProject> {
  const first = async (path: string) => {
    const { items } = JSON.parse((await viewer.get(path)).body.toString()) as { items: { id: string }[] }
    return items[0]?.id
  }
  const [customerId, ownerId] = [await first('/v1/customers?pageSize=1'), await first('/v1/users?search=staff')]
  const draft = { title: `${lines} lines`, customerId, ownerId, currency: 'EUR' }
  const { id } = await viewer.post<{ id: string }>(PROJECTS, draft)
  const session = crypto.randomUUID()
  const { token } = await viewer.post<{ token: string }>(`${PROJECTS}/${id}/lock/acquire`, { session })
  const lock = { 'edit-lock': token }
  const changes = Array.from({ length: lines }, (_, at) => ({
    kind: 'items',
    op: 'create',
    values: {
      section: `Section ${Math.floor(at / 100)}`,
      description: `Belt conveyor no. ${at}, stainless, 400 mm wide`,
      unit: 'pcs',
      quantity: String(1 + (at % 9)),
      unitPrice: `${900 + at}.55`,
      unitCost: String(500 + at),
      discountPercent: String(at % 20),
    },
  }))
  const { items } = await viewer.post<{ items: { id: string }[] }>(`${PROJECTS}/${id}/changes`, { changes }, lock)
  return { id, lock, items }
}
