import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { PlusIcon, UploadIcon } from '../ui/tool-icons.tsx'
import { ExportButton } from './export-button.tsx'
import { toListQuery } from './list-state.ts'
import { callsAt, type ParentMount } from './registry.ts'
import type { ListAddress } from './use-list-state.ts'
import { missingWords, usePermission } from './use-permission.ts'
import { capitalize } from './words.ts'

export interface ListHeadProps {
  resource: Resource
  mount: ParentMount | undefined
  list: ListAddress
  /** How many there are, in words; empty while it is not known. */
  count: string
  intro: string | undefined
  /** On the page of a parent the list is a part and no screen. */
  heading: 'h1' | 'h2'
  onCreate: () => void
  onImport: () => void
  /** Buttons of the view, before 'New …'. */
  actions?: ReactNode
  /** Stands beside the name, such as another way to show the same rows. */
  children?: ReactNode
}

/** The name of the list, how long it is, and what acts on all of it. */
export function ListHead({
  resource,
  mount,
  list,
  count,
  intro,
  heading: Heading,
  children,
  actions,
  ...on
}: ListHeadProps) {
  const calls = callsAt(resource, mount)
  const create = usePermission(calls.create)
  const canExport = usePermission('export' in calls ? calls.export : undefined).allowed
  // A file is about rows of the parent only where the path says so; rows that are merely filtered could be anybody's.
  const canImport = usePermission('import' in calls && mount?.by === undefined ? calls.import : undefined).allowed
  const [one, many] = resource.noun
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Heading className={Heading === 'h1' ? 'text-[22px] leading-7' : undefined}>{capitalize(many)}</Heading>
      <span className="text-text-2 tabular-nums">{count}</span>
      {children}
      <div className="ms-auto flex flex-wrap gap-2">
        {canImport && (
          <Button size="dense" onClick={on.onImport}>
            <UploadIcon size={14} />
            {t('resource.import')}
          </Button>
        )}
        {canExport && <ExportButton resource={resource} mount={mount} query={toListQuery(resource, list.state)} />}
        {actions}
        <Button
          variant="primary"
          size="dense"
          disabled={!create.allowed}
          title={create.allowed ? undefined : missingWords(create)}
          onClick={on.onCreate}
        >
          <PlusIcon size={14} />
          {t('resource.newOf', { noun: one })}
        </Button>
      </div>
      {intro && <p className="-mt-1 basis-full text-13 text-text-2">{intro}</p>}
    </div>
  )
}
