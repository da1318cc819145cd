import {
  chargedPercent,
  type Field,
  type ProjectPart,
  projectParts,
  projects,
  type Resource,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useLayoutEffect, useRef } from 'react'
import { SideDrawer, SideDrawerHead } from '../../../resource/drawer/side-drawer.tsx'
import { FilesTab } from '../../../resource/files/files-tab.tsx'
import { declared } from '../../../resource/registry.ts'
import { capitalize } from '../../../resource/words.ts'
import { Button } from '../../../ui/button.tsx'
import { projectListView } from '../board/project-list-view.ts'
import { moveRow, removeRow, update } from './line-steps.ts'
import { PartField, type PartFieldProps } from './part-field.tsx'
import { PartObjects } from './part-objects.tsx'
import type { Values } from './project-sheet.ts'
import { useOpenPart } from './use-open-part.ts'
import { useProjectFields } from './use-project-fields.ts'
import { useRowActs } from './use-row-acts.ts'
import type { TypedPlace } from './use-typed-kept.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** Fields that are shown and set elsewhere; those that the product sets are read-only. */
const HIDDEN = new Set([
  'projectId',
  'masterId',
  'alternativeToId',
  'libraryMachineId',
  'configuration',
  'ruleRevision',
  'configuratorQuery',
])

const PROJECT_FIELDS = [
  'title',
  'validUntil',
  'winProbability',
  'locationId',
  'contactId',
  'ownerId',
  'discountKind',
  'discountValue',
  'targetMargin',
  'taxCategory',
  'taxPercent',
  'roundsToCash',
  'dataSheet',
  'paymentTerms',
  'terms',
  'notes',
]

/** The fields of one part beside the page; each is saved when it is left. */
export function PartDrawer() {
  const { part, open } = useOpenPart()
  if (part === undefined) return null
  const close = () => open(undefined)
  if (part.kind === 'project') return <ProjectDrawer onClose={close} />
  return <RowDrawer key={part.id} kind={part.kind} id={part.id} onClose={close} />
}

function RowDrawer({ kind, id, onClose }: { kind: ProjectPart; id: string; onClose: () => void }) {
  const { store, editing } = useWorkspace()
  const row: Values | undefined = useSheet(({ sheet }) => sheet[kind].find((one) => one.id === id))
  const resource = declared(projectParts[kind].name)
  if (row === undefined) return null
  const name = String(Object.entries(row).find(([key]) => key === resource.label)?.[1] ?? '')
  const run = (step: ReturnType<typeof moveRow>) => step !== undefined && store.make(step)
  return (
    <Drawer title={capitalize(resource.noun[0])} subtitle={name} onClose={onClose}>
      <Fields
        resource={resource}
        typed={{
          keep: (values) => store.keepTyped(kind, id, values),
          drop: (names) => store.dropTyped(kind, id, names),
        }}
        fields={Object.entries<Field>(resource.fields).filter(([key, { readOnly }]) => !readOnly && !HIDDEN.has(key))}
        id={id}
        row={row}
        onSave={(values) => store.make(update(kind, id, values))}
      />
      {kind === 'media' && <FilesTab resource={resource} id={id} className="" />}
      {editing && kind !== 'items' && kind !== 'extras' && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button size="dense" onClick={() => run(moveRow(store.sheet, kind, id, -1))}>
            {t('estimator.moveUp')}
          </Button>
          <Button size="dense" onClick={() => run(moveRow(store.sheet, kind, id, 1))}>
            {t('estimator.moveDown')}
          </Button>
          <Button
            size="dense"
            variant="danger"
            onClick={() => {
              onClose()
              run(removeRow(store.sheet, kind, id))
            }}
          >
            {t('estimator.removeRow')}
          </Button>
        </div>
      )}
      {editing && (kind === 'items' || kind === 'extras') && <SoldActs kind={kind} id={id} onClose={onClose} />}
    </Drawer>
  )
}

/** What the menu of a row has, as buttons. */
function SoldActs({ kind, id, onClose }: { kind: 'items' | 'extras'; id: string; onClose: () => void }) {
  const row = useSheet(({ sheet }) => sheet[kind].find((one) => one.id === id))
  return row === undefined ? null : <SoldActButtons kind={kind} row={row} onClose={onClose} />
}

function SoldActButtons({
  kind,
  row,
  onClose,
}: {
  kind: 'items' | 'extras'
  row: Parameters<typeof useRowActs>[1]
  onClose: () => void
}) {
  const acts = useRowActs(kind, row)
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {acts
        .filter(({ name }) => name !== 'details')
        .map(({ name, label, run }) => (
          <Button
            key={name}
            size="dense"
            variant={name === 'remove' ? 'danger' : 'standard'}
            onClick={() => {
              if (name === 'remove') onClose()
              run()
            }}
          >
            {label}
          </Button>
        ))}
    </div>
  )
}

function ProjectDrawer({ onClose }: { onClose: () => void }) {
  const project = useSheet((store) => store.project)
  const { save, typed } = useProjectFields()
  const fields = Object.entries<Field>(declared('project').fields).filter(([name]) => PROJECT_FIELDS.includes(name))
  return (
    <Drawer title={t('estimator.projectSettings')} subtitle={project.title} onClose={onClose}>
      <Fields
        resource={declared('project')}
        typed={typed}
        fields={fields}
        id={project.id}
        row={{ ...project }}
        mounts={ofCustomer(project.customerId)}
        onSave={(values) =>
          void save({ ...values, ...rateOf(values, project.taxPercent) }, t('estimator.projectSaved'))
        }
      />
    </Drawer>
  )
}

/** Locations and contacts are those of the customer of the project. */
function ofCustomer(parentId: string) {
  return Object.fromEntries(
    Object.entries(projectListView.within ?? {}).map(([name, { path }]) => [name, { path, parentId }]),
  )
}

/** A category that charges no tax takes the rate with it. */
function rateOf({ taxCategory }: Values, taxPercent: string): Values {
  const { data } = projects.fields.taxCategory.schema.safeParse(taxCategory)
  return data ? { taxPercent: chargedPercent(data, taxPercent) } : {}
}

interface FieldsProps {
  resource: Resource
  fields: readonly (readonly [name: string, field: Field])[]
  id: string
  row: Values
  onSave: (values: Values) => void
  typed: TypedPlace
  /** Whose rows some of the fields choose from. */
  mounts?: Readonly<Record<string, { path: string; parentId: string }>>
}

function Fields({ resource, fields, id, row, onSave, typed, mounts }: FieldsProps) {
  const { store, editing } = useWorkspace()
  // Drawn again when one of them is refused.
  useSheet(({ faultCount }) => faultCount)
  const shown = fields.filter(([, field]) => store.seesCosts || !field.confidential)
  return (
    <div className="grid gap-4">
      {shown.map(([name, field]) => {
        const props: PartFieldProps = {
          ...{ name, field, typed, rowId: id, mount: mounts?.[name], value: row[name], disabled: !editing },
          fault: store.fault(id, name),
          onFault: (fault) => store.setFault(id, name, fault),
          onSave: (value) => onSave({ [name]: value }),
        }
        return field.kind === 'objects' ? (
          <PartObjects key={name} {...props} resource={resource} />
        ) : (
          <PartField key={name} {...props} />
        )
      })}
    </div>
  )
}

interface DrawerProps {
  title: string
  subtitle: string
  onClose: () => void
  children: React.ReactNode
}

function Drawer({ title, subtitle, onClose, children }: DrawerProps) {
  const close = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    close.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <SideDrawer
      label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if (event.target instanceof HTMLElement) event.target.blur()
        onClose()
      }}
    >
      <SideDrawerHead onClose={onClose} closeRef={close}>
        <h2>{title}</h2>
        <p className="truncate text-13 text-text-2">{subtitle}</p>
      </SideDrawerHead>
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-auto px-6 py-5 max-md:px-4">{children}</div>
    </SideDrawer>
  )
}
