import {
  type ChangedProject,
  type PricedCurrency,
  type ProjectChange,
  type ProjectPart,
  type ProjectPrice,
  plusDecimals,
  priceProject,
  projectParts,
  toPriceInput,
} from '@packhouse/contract'
import { declared } from '../../../resource/registry.ts'
import { faultSentence } from '../../../resource/words.ts'
import { type Edit, NEW_ROW } from '../drafts/kept-draft.ts'
import { DraftCell } from './draft-cell.ts'
import {
  afterStep,
  inverseOf,
  isMade,
  type Project,
  type ProjectSheet,
  type Step,
  sentOf,
  sheetOf,
  type Values,
} from './project-sheet.ts'
import { SaveQueue, type SaveState, type Send } from './save-queue.ts'
import { done, nothingDone, redone, type UndoStack, undone } from './undo-stack.ts'

/** Why a cell is not saved, with what was typed. */
export interface CellFault {
  text: string
  message: string
}

/** Where what was typed is kept until it is saved. */
export interface KeptWork {
  keep: (edit: Edit) => void
  /** A new row was refused: what it holds is offered, to be put right. */
  refuse: (row: Edit, message: string) => void
  forget: (saved: readonly Pick<Edit, 'rowId' | 'field'>[]) => void
}

/** The project as it is worked on: what the server has, what is on its way there, and what is being typed. */
export class WorkspaceStore {
  readonly currency: PricedCurrency
  readonly seesCosts: boolean
  readonly queue: SaveQueue
  readonly draft: DraftCell
  readonly #kept: KeptWork
  #project: Project
  #sheet: ProjectSheet
  #stack: UndoStack = nothingDone
  #faults: ReadonlyMap<string, CellFault> = new Map()
  #wantedRow: string | undefined
  #priced: { of: ProjectSheet; project: Project; price: ProjectPrice } | undefined
  #lineTotals: { of: ProjectPrice; byId: ReadonlyMap<string, ProjectPrice['lines'][number]> } | undefined
  /** What writes fields of the project itself, one after the other. @returns whether they are saved */
  #writeProject: (values: Values) => Promise<boolean> = async () => false
  #writing: Promise<void> = Promise.resolve()
  readonly #listeners = new Set<() => void>()

  constructor(project: Project, currency: PricedCurrency, seesCosts: boolean, send: Send, kept: KeptWork) {
    this.currency = currency
    this.seesCosts = seesCosts
    this.#kept = kept
    this.#project = project
    this.#sheet = sheetOf(project)
    this.draft = new DraftCell(() => this.#told())
    this.queue = new SaveQueue(project, send, {
      changed: (saved, sums) => this.#rebuild(saved, sums),
      refused: (change, message) => this.#refused(change, message),
      saved: (changes, saved, waiting) => this.#forget(changes, saved, waiting),
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get project(): Project {
    return this.#project
  }
  get sheet(): ProjectSheet {
    return this.#sheet
  }
  get save(): SaveState {
    return this.queue.state
  }
  /** The row that the cursor is to go to. */
  get wantedRow(): string | undefined {
    return this.#wantedRow
  }
  get canUndo(): boolean {
    return this.#stack.undo.length > 0
  }
  get canRedo(): boolean {
    return this.#stack.redo.length > 0
  }

  /** Of what is there and what is being typed. */
  get price(): ProjectPrice {
    const of = this.draft.over(this.#sheet)
    if (this.#priced?.of !== of || this.#priced.project !== this.#project) {
      const price = priceProject(toPriceInput({ ...this.#project, ...of }, this.currency))
      this.#priced = { of, project: this.#project, price }
    }
    return this.#priced.price
  }

  linePrice(id: string): ProjectPrice['lines'][number] | undefined {
    const of = this.price
    if (this.#lineTotals?.of !== of) this.#lineTotals = { of, byId: new Map(of.lines.map((line) => [line.id, line])) }
    return this.#lineTotals.byId.get(id)
  }

  /** What a step of the commissioning comes to with travel and accommodation. */
  stepPrice(id: string): string {
    const parts = [id, `${id}/travel`, `${id}/accommodation`].map((one) => this.linePrice(one)?.net ?? '0')
    return parts.reduce((sum, one) => plusDecimals(sum, one), '0')
  }

  fault(id: string, field: string): CellFault | undefined {
    // Every cell in sight asks with every key.
    return this.#faults.size === 0 ? undefined : this.#faults.get(`${id} ${field}`)
  }
  get faultCount(): number {
    return this.#faults.size
  }

  /** Holds what was typed in a cell that cannot be saved; undefined forgets it. */
  setFault(id: string, field: string, fault: CellFault | undefined): void {
    const faults = new Map(this.#faults)
    if (fault === undefined) faults.delete(`${id} ${field}`)
    else faults.set(`${id} ${field}`, fault)
    this.#faults = faults
    this.#told()
  }

  /** Keeps what is being typed and is not committed: as the values that it makes, or as it is where it makes none. */
  keepTyped(kind: ProjectPart, id: string, values: Values): void {
    this.#keep([{ kind, op: 'update', id, values: { ...values } }], this.#sheet)
  }

  /** What was typed is given up: kept is what still waits to be saved, if anything does. */
  dropTyped(kind: ProjectPart, id: string, fields: readonly string[]): void {
    if (!this.queue.hasWork) this.#kept.forget(fields.map((field) => ({ rowId: id, field })))
    if (!this.queue.hasWork) return
    const row: Values | undefined = this.#sheet[kind].find((one) => one.id === id)
    if (row !== undefined) this.keepTyped(kind, id, Object.fromEntries(fields.map((field) => [field, row[field]])))
  }

  /** A line that was being typed was added, or given up. */
  dropNew(id: string): void {
    this.#kept.forget([{ rowId: id, field: NEW_ROW }])
  }

  /** Takes the cursor to a row; undefined once it is there. */
  goTo(id: string | undefined): void {
    this.#wantedRow = id
    this.#told()
  }

  /** Does something, which can be taken back. */
  make(step: Step): void {
    if (step.changes.length === 0 && step.order.length === 0) return
    this.#stack = done(this.#stack, inverseOf(this.#sheet, step))
    this.#apply(step)
  }

  undo(): void {
    const step = this.#stack.undo.at(-1)
    if (step === undefined) return
    if (step.project !== undefined) {
      this.#rewrite(step.project, undone)
      return
    }
    this.#stack = undone(this.#stack, inverseOf(this.#sheet, step))
    this.#apply(step)
  }

  redo(): void {
    const step = this.#stack.redo.at(-1)
    if (step === undefined) return
    if (step.project !== undefined) {
      this.#rewrite(step.project, redone)
      return
    }
    this.#stack = redone(this.#stack, inverseOf(this.#sheet, step))
    this.#apply(step)
  }

  /** Takes what the server has: everything where nothing waits to be saved. */
  load(project: Project): void {
    if (this.queue.hasWork) return
    this.#stack = project.rowVersion === this.#project.rowVersion ? this.#stack : nothingDone
    this.#project = project
    this.queue.load(project)
    this.#sheet = sheetOf(project)
    this.#told()
  }

  /** Says how fields of the project itself are written when they are taken back or done again. */
  writeProjectBy(write: (values: Values) => Promise<boolean>): void {
    this.#writeProject = write
  }

  /** Fields of the project itself were changed by the reader. @param before what they held */
  projectChanged(before: Values): void {
    this.#stack = done(this.#stack, projectStep(before))
    this.#told()
  }

  /** Takes the fields of the project itself after they were saved. */
  setProject(project: Project): void {
    this.#project = project
    this.#told()
  }

  /** Writes what the last step says of the project itself; where that fails the step stays. */
  #rewrite(values: Values, moved: typeof undone): void {
    const before = this.#stack
    const held = new Map<string, unknown>(Object.entries(this.#project))
    this.#stack = moved(
      before,
      projectStep(Object.fromEntries(Object.keys(values).map((name) => [name, held.get(name)]))),
    )
    const after = this.#stack
    this.#told()
    this.#writing = this.#writing.then(async () => {
      if ((await this.#writeProject(values)) || this.#stack !== after) return
      this.#stack = before
      this.#told()
    })
  }

  #apply(step: Step): void {
    const before = this.#sheet
    this.#sheet = afterStep(before, step, this.#project.id)
    this.#keep(step.changes, before)
    this.#told()
    this.queue.add(step)
  }

  /** Keeps what changes do to the rows of a sheet: each field with what it held, and a row that is not made yet as a whole. */
  #keep(changes: readonly ProjectChange[], before: ProjectSheet): void {
    for (const change of changes) {
      const { kind, op, id = '' } = change
      const row = before[kind].find((one) => one.id === id)
      if (op === 'remove') {
        if (row !== undefined && !isMade(row)) this.#kept.forget([{ rowId: id, field: NEW_ROW }])
      } else if (row === undefined || !isMade(row)) {
        const edit = this.#newRow(kind, id, change.values)
        if (edit !== undefined) this.#kept.keep(edit)
      } else {
        const held = new Map<string, unknown>(Object.entries(row))
        const { rowVersion } = row
        const resource = projectParts[kind].name
        for (const [field, mine] of Object.entries(change.values)) {
          this.#kept.keep({ resource, rowId: id, field, rowVersion, base: held.get(field), mine })
        }
      }
    }
  }

  /** A row that the server has not made, with all that it holds. The entry of a file says nothing without the file. */
  #newRow(kind: ProjectPart, id: string, values: Values): Edit | undefined {
    if (kind === 'media') return undefined
    const row: (Values & { id: string; sort: number }) | undefined = this.#sheet[kind].find((one) => one.id === id)
    const all = { ...(row === undefined ? {} : sentOf(kind, row)), ...values }
    const mine = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    return { resource: projectParts[kind].name, rowId: id, field: NEW_ROW, rowVersion: 0, base: null, mine }
  }

  /** What is saved is kept no more, but what was typed in the same place meanwhile. */
  #forget(changes: readonly ProjectChange[], saved: ProjectSheet, waiting: readonly ProjectChange[]): void {
    const placeOf = ({ rowId, field }: Pick<Edit, 'rowId' | 'field'>) => `${rowId} ${field}`
    const waits = new Set(waiting.flatMap(placesOf).map(placeOf))
    this.#kept.forget(changes.flatMap(placesOf).filter((place) => !waits.has(placeOf(place))))
    const made = new Set(changes.filter(({ op }) => op === 'create').map(({ id }) => id))
    this.#keep(
      waiting.filter(({ op, id }) => op === 'update' && made.has(id)),
      saved,
    )
  }

  #rebuild(saved: ProjectSheet, sums: ChangedProject['project'] | undefined): void {
    this.#project = { ...this.#project, ...sums }
    this.#sheet = this.queue.over(saved)
    this.#told()
  }

  #refused(change: ProjectChange, message: string): void {
    const row = change.op === 'create' ? this.#newRow(change.kind, change.id ?? '', change.values) : undefined
    if (row !== undefined) this.#kept.refuse(row, message)
    if (change.op !== 'update') return
    for (const [field, value] of Object.entries(change.values)) {
      const label = declared(projectParts[change.kind].name).fields[field]?.label
      this.setFault(change.id, field, { text: String(value ?? ''), message: faultSentence(label ?? field, message) })
    }
  }

  #told(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The fields that a change is of. */
function placesOf(change: ProjectChange): Pick<Edit, 'rowId' | 'field'>[] {
  if (change.op === 'create') return [{ rowId: change.id ?? '', field: NEW_ROW }]
  if (change.op !== 'update') return []
  return Object.keys(change.values).map((field) => ({ rowId: change.id, field }))
}

function projectStep(project: Values): Step {
  return { changes: [], order: [], project }
}
