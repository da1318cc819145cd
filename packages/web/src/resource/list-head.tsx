import type { Resource } from '@packhouse/contract'
import { useState } from 'react'
import { authorizedFetch } from '../lib/api-client.ts'
import { readProblem } from '../lib/api-error.ts'
import { toRequest } from '../lib/api-request.ts'
import { Button } from '../ui/button.tsx'
import { toListQuery } from './list-state.ts'
import { DownloadIcon, PlusIcon } from './parts/icons.tsx'
import { showToast } from './parts/toasts.tsx'
import { callsAt, type ParentMount, parentParams, parentValues } from './registry.ts'
import type { ListAddress } from './use-list-state.ts'
import { missingWords, useLeave } from './use-permissions.ts'
import { capitalize } from './words.ts'

export interface ListHeadProps {
  resource: Resource
  mount: ParentMount | undefined
  list: ListAddress
  /** How many there are, in words; empty while it is not known. */
  count: string
  /** On the page of a parent the list is a part and no screen. */
  heading: 'h1' | 'h2'
  onCreate: () => void
}

/** The name of the list, how long it is, and what acts on all of it. */
export function ListHead({ resource, mount, list, count, heading: Heading, onCreate }: ListHeadProps) {
  const calls = callsAt(resource, mount)
  const create = useLeave(calls.create)
  const canExport = useLeave('export' in calls ? calls.export : undefined).given
  const [one, many] = resource.noun
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Heading className={Heading === 'h1' ? 'text-[22px] leading-7' : undefined}>{capitalize(many)}</Heading>
      <span className="text-text-2 tabular-nums">{count}</span>
      <div className="ml-auto flex gap-2">
        {canExport && <ExportButton resource={resource} mount={mount} list={list} />}
        <Button
          variant="primary"
          size="dense"
          disabled={!create.given}
          title={create.given ? undefined : missingWords(create)}
          onClick={onCreate}
        >
          <PlusIcon size={14} />
          New {one}
        </Button>
      </div>
    </div>
  )
}

/** Gives the reader what the list shows, with every page of it, as a file. */
function ExportButton({ resource, mount, list }: Pick<ListHeadProps, 'resource' | 'mount' | 'list'>) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await download(resource, mount, list)
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: `The export failed. ${why}`, tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <Button size="dense" busy={busy} onClick={() => void run()}>
      <DownloadIcon size={14} />
      Export
    </Button>
  )
}

async function download(resource: Resource, mount: ParentMount | undefined, list: ListAddress): Promise<void> {
  const { page: _page, pageSize: _pageSize, ...query } = toListQuery(resource, list.state)
  const input = { params: parentParams(mount), query: { ...query, ...parentValues(mount) } }
  const response = await authorizedFetch(toRequest(callsAt(resource, mount).export, input))
  if (!response.ok) throw await readProblem(response)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `${resource.noun[1].replaceAll(' ', '-')}.csv`
  link.click()
  // The download has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
