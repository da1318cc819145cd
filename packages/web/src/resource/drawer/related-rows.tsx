import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { PlusIcon, StarIcon } from '../../ui/tool-icons.tsx'
import { OpenFormScope } from '../form/open-form.tsx'
import { ResourceForm } from '../form/resource-form.tsx'
import { callsAt, declared, type ParentMount, type ResourceRow } from '../registry.ts'
import { firstColumns } from '../table/columns.tsx'
import { missingWords, usePermission } from '../use-permission.ts'
import { useSetPrimary } from '../use-resource.ts'
import { isEmpty, ValueView } from '../value-view.tsx'
import { nameOf, type Related } from '../view.ts'

/** What of a row is shown beside its name where there is little room. */
export function RelatedDetails({ related, row }: { related: Related; row: ResourceRow }) {
  const other = declared(related.resource)
  return firstColumns(other, related.view)
    .slice(0, 2)
    .filter((name) => !isEmpty(row[name]))
    .map((name) => (
      <span key={name} className="max-w-36 shrink-0 truncate text-text-2">
        <ValueView resource={other} view={related.view} name={name} row={row} short />
      </span>
    ))
}

const NEW = 'new'

interface RelatedRowsProps {
  related: Related
  parentId: string
  rows: readonly ResourceRow[]
}

/** Rows that belong to a row: to create one after the other, to change, and to make one of them the primary one, all in place. */
export function RelatedRows({ related, parentId, rows }: RelatedRowsProps) {
  const other = declared(related.resource)
  const mount = { path: related.path, parentId, by: related.by }
  const create = usePermission(callsAt(other, mount).create)
  // Without any there is nothing to look at: the form is what somebody comes for.
  const [open, setOpen] = useState(rows.length === 0 && create.allowed ? NEW : undefined)
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const returnTo = useRef<string>(undefined)
  useEffect(() => {
    if (open !== undefined || returnTo.current === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${returnTo.current}"]`)
    ;(returnTo.current === NEW ? add.current : row)?.focus()
    returnTo.current = undefined
  }, [open])
  const close = () => {
    returnTo.current = open
    setOpen(undefined)
  }
  const [noun, many] = other.noun
  const editing = rows.find(({ id }) => id === open)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {open === undefined ? (
        <Button
          ref={add}
          size="dense"
          className="justify-self-start"
          disabled={!create.allowed}
          title={create.allowed ? undefined : missingWords(create)}
          onClick={() => setOpen(NEW)}
        >
          <PlusIcon size={14} />
          {t('resource.newOf', { noun })}
        </Button>
      ) : (
        <OpenFormScope>
          {related.above?.(parentId, { id: open })}
          <RowForm key={open} related={related} mount={mount} row={editing} onClose={close} />
        </OpenFormScope>
      )}
      {rows.length === 0 && open === undefined && (
        <p className="text-13 text-text-2">{t('resource.noYet', { many })}</p>
      )}
      <ul ref={list} className="grid grid-cols-[minmax(0,1fr)]">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-2.5 border-b border-line py-1.5 text-13">
            <button
              type="button"
              data-row={row.id}
              className="min-w-0 flex-1 truncate py-0.5 text-start font-[550] hover:underline max-md:min-h-11"
              onClick={() => setOpen(row.id)}
            >
              {nameOf(other, related.view, row)}
            </button>
            <RelatedDetails related={related} row={row} />
            <PrimaryMark related={related} mount={mount} row={row} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowFormProps {
  related: Related
  mount: ParentMount
  row: ResourceRow | undefined
  onClose: () => void
}

/** The form of one of them, among the others. */
function RowForm({ related, mount, row, onClose }: RowFormProps) {
  const other = declared(related.resource)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('form input, form select, form textarea')?.focus()
  }, [])
  const onSaved = (saved: ResourceRow) => {
    const resource = nameOf(other, related.view, saved)
    showToast({ message: row ? t('resource.saved', { resource }) : t('resource.createdResource', { resource }) })
    onClose()
  }
  return (
    <div ref={place} className="-mx-6 border-y border-line bg-surface first:-mt-4 first:border-t-0 max-md:-mx-4">
      <ResourceForm
        inTab
        resource={other}
        view={related.view}
        mount={mount}
        row={row}
        onSaved={onSaved}
        onCancel={onClose}
      />
    </div>
  )
}

/** Marks the primary row, and makes another one that. */
function PrimaryMark({ related, mount, row }: Omit<RowFormProps, 'onClose'> & { row: ResourceRow }) {
  const { view } = related
  const other = declared(related.resource)
  const access = usePermission(callsAt(other, mount).setPrimary)
  const setPrimary = useSetPrimary({ resource: other, mount })
  const trait = other.traits.setPrimary
  if (!trait) return null
  const badge = view.primary?.badge ?? t('resource.primary')
  if (row[trait.flag] === true) return <Badge tone="plain">{badge}</Badge>
  if (!access.allowed) return null
  const name = nameOf(other, view, row)
  const run = () =>
    setPrimary.mutate(row.id, {
      onSuccess: () => showToast({ message: `${name}: ${badge}` }),
      onError: (error) => showToast({ message: error.message, tone: 'failed' }),
    })
  return (
    <Button
      variant="quiet"
      size="dense"
      busy={setPrimary.isPending}
      aria-label={t('resource.makeThisPrimary', { name })}
      title={view.primary?.action ?? t('resource.makePrimary')}
      className="w-[30px] px-0 max-md:w-11"
      onClick={run}
    >
      <StarIcon />
    </Button>
  )
}
