import { api, type MachineDetails, type TextIntervals } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { repairInterval } from '../chart/use-series.ts'
import { isOpen, useWindow } from '../window/machine-window.ts'
import { alignedSpan } from '../window/time-span.ts'
import { shownTag, type TextSegment, textSegments, textTags } from './text-segments.ts'

const STEP = 5 * 60_000

/** A reading that is a text, over time. */
export interface TextBand {
  tag: string
  /** Those that can be chosen. */
  tags: readonly string[]
  /** Undefined until they have come. */
  segments: TextSegment[] | undefined
  truncated: boolean
  failed: boolean
  retry: () => void
}

/** @returns undefined for a machine that reports no texts */
export function useTextBand(machine: MachineDetails | undefined): TextBand | undefined {
  const { id, view, wanted, span, now, silence } = useWindow()
  const tags = useTextTags(machine)
  const tag = shownTag(tags, view.text)
  const open = isOpen(wanted, now)
  const { from, to } = alignedSpan(wanted, STEP)
  const query = { tag: tag ?? '', from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  // What changes the band of an open window, so that it is asked for again.
  const newest = open && machine ? [machine.online, machine.machineData[query.tag] ?? null] : []
  const { data, isError, refetch } = useQuery({
    queryKey: ['machines', 'texts', id, query, newest],
    queryFn: ({ signal }): Promise<TextIntervals> => callApi(api.machineTexts, { params: { id }, query }, { signal }),
    refetchInterval: repairInterval(open),
    placeholderData: keepPreviousData,
    enabled: machine !== undefined && tag !== undefined,
  })
  const answer = data?.machineID === id && data.tag === tag ? data : undefined
  const heardUntil = machine?.lastSeen ? Date.parse(machine.lastSeen) + silence : 0
  const segments = useMemo(
    () => answer && textSegments(answer, { span, now, heardUntil }),
    [answer, span, now, heardUntil],
  )
  if (tag === undefined) return undefined
  const shown = tags.includes(tag) ? tags : [tag, ...tags]
  const failed = isError && !answer
  return { tag, tags: shown, segments, truncated: answer?.truncated ?? false, failed, retry: () => void refetch() }
}

/** The text readings that were seen since the page was opened: a record need not report them all. */
function useTextTags(machine: MachineDetails | undefined): readonly string[] {
  const [seen, setSeen] = useState<{ id: string; tags: readonly string[] }>({ id: '', tags: [] })
  if (!machine) return []
  const before = seen.id === machine.machineID ? seen.tags : []
  const added = textTags(machine).filter((tag) => !before.includes(tag))
  if (added.length === 0) return before
  const tags = textTags({ machineData: Object.fromEntries([...before, ...added].map((tag) => [tag, ''])) })
  setSeen({ id: machine.machineID, tags })
  return tags
}
