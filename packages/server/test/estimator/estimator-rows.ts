import type { HeldLock, projects, Row } from '@packhouse/contract'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'

export type Project = Row<typeof projects>
export type Item = Project['items'][number]

/** A project in the hands of one caller, with the token by which it is changed. */
export class HeldProject {
  project: Project
  token: string
  readonly caller: Caller

  constructor(project: Project, caller: Caller, token: string) {
    this.project = project
    this.caller = caller
    this.token = token
  }

  get id(): string {
    return this.project.id
  }

  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = this.token): Promise<Answer> {
    const headers = token === '' ? {} : { 'edit-lock': token }
    return await this.caller.request(`/v1/estimator/${path}`, { method, body, headers })
  }

  /** Adds a line. @throws Error where it is refused */
  async item(values: object = {}): Promise<Item> {
    const body = { projectId: this.id, section: 'Machines', description: 'Bagger', unit: 'pcs', ...values }
    return succeeded<Item>(await this.send('POST', 'project-items', body))
  }

  async read(): Promise<Project> {
    this.project = succeeded<Project>(await this.caller.get(`/v1/estimator/projects/${this.id}`))
    return this.project
  }
}

/** @throws Error where the answer is a problem */
export function succeeded<Body>(answer: Answer): Body {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body as Body
}

export async function beginToEdit(caller: Caller, id: string, session = crypto.randomUUID()): Promise<HeldLock> {
  return await caller.call('acquireLock', { params: { id }, body: { session } })
}

/** A new project for some customer, which the caller begins to edit. */
export async function makeProject(caller: Caller, values: object = {}): Promise<HeldProject> {
  const customers = succeeded<{ items: { id: string }[] }>(await caller.get('/v1/customers?pageSize=1'))
  const { user } = await caller.call('me')
  const body = {
    title: 'Line 4',
    customerId: customers.items[0]?.id,
    ownerId: user.id,
    currency: 'EUR',
    validUntil: '2099-12-31',
    ...values,
  }
  const project = succeeded<Project>(await caller.post('/v1/estimator/projects', body))
  return new HeldProject(project, caller, (await beginToEdit(caller, project.id)).token)
}

/** Every way of changing a project, with a body that would succeed. */
export async function waysOfChanging(
  held: HeldProject,
): Promise<[method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][]> {
  const projectId = held.id
  const item = await held.item()
  const sold = { projectId, description: 'Printer', unit: 'pcs' }
  const more: [path: string, body: object][] = [
    ['project-optional-extras', sold],
    ['project-deliveries', { projectId, incoterm: 'DAP', namedPlace: 'Oslo' }],
    ['project-commissioning', { projectId, kind: 'SAT', description: 'At site' }],
    ['project-media', { projectId, kind: 'photo', caption: 'Hall' }],
  ]
  const made = []
  for (const [path, body] of more) made.push({ path, body, ...succeeded<Item>(await held.send('POST', path, body)) })
  const draft = await held.read()
  succeeded(await held.send('POST', `projects/${projectId}/versions`, { rowVersion: draft.rowVersion }))
  const { rowVersion } = await held.read()
  const row = { section: 'Machines', ...sold }
  return [
    ['PUT', `projects/${projectId}`, { rowVersion, title: 'Other' }],
    ['PUT', `projects/${projectId}`, { rowVersion, items: [] }],
    ['DELETE', `projects/${projectId}`],
    ['POST', `projects/${projectId}/transitions/submit`, { rowVersion }],
    ['POST', 'project-items', row],
    ['PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, description: 'Other' }],
    ['PUT', `project-items/update-sort-order`, { ids: [item.id] }],
    ['DELETE', `project-items/${item.id}`],
    ['POST', `projects/${projectId}/changes`, { changes: [{ kind: 'items', op: 'remove', id: item.id }] }],
    ['POST', `projects/${projectId}/refresh`, { of: 'prices', digest: '0'.repeat(64) }],
    ['POST', `projects/${projectId}/versions/1/restore`, { rowVersion }],
    ...made.flatMap(
      ({ path, body, id, rowVersion: version }): [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] => [
        ['POST', path, body],
        ['PUT', `${path}/${id}`, { rowVersion: version, [path.endsWith('media') ? 'caption' : 'notes']: 'Other' }],
        ['PUT', `${path}/update-sort-order`, { ids: [id] }],
        ['DELETE', `${path}/${id}`],
      ],
    ),
  ]
}

/** Brings a project into its next state with the version that it has now. @throws Error where it is refused */
export async function step(held: HeldProject, name: string, body: object = {}): Promise<Project> {
  const { rowVersion } = await held.read()
  const path = `projects/${held.id}/transitions/${name}`
  const made = succeeded<Project>(await held.send('POST', path, { rowVersion, ...body }))
  // Who has submitted edits no more; here the same person goes on.
  if (name === 'submit') held.token = (await beginToEdit(held.caller, held.id)).token
  return made
}

/** A project with a line, which was brought through these transitions. */
export async function projectAfter(
  caller: Caller,
  steps: readonly string[],
  values: object = {},
): Promise<HeldProject> {
  const held = await makeProject(caller, values)
  await held.item({ unitPrice: '100', unitCost: '80' })
  for (const name of steps) await step(held, name)
  return held
}
