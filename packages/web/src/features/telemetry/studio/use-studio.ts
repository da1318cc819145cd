import { api, type Row, type TagMapEntry, type tagMaps } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { declaredAs } from '../../../resource/registry.ts'
import { cacheRow, renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import {
  countDifferences,
  type EntryDraft,
  faultsOf,
  fromDraft,
  sorted,
  suggestEntry,
  toDraft,
  unreadableNumbers,
} from './entry-draft.ts'

export type TagMap = Row<typeof tagMaps>

const resource = declaredAs<typeof tagMaps>('tagMap')

/** So many changes can be undone. */
const MOST_STEPS = 100

/** What was there before a change. */
interface Step {
  what: string
  drafts: readonly EntryDraft[]
  timeAddress: string
  topicFilter: string
  machineId: string
}

/** The entries of a tag map while they are edited. Nothing typed is lost when saving fails. */
export function useStudio(map: TagMap) {
  const client = useQueryClient()
  const [base, setBase] = useState(map)
  const [drafts, setDrafts] = useState<EntryDraft[]>(() => map.entries.map(toDraft))
  const [timeAddress, setTimeAddress] = useState(map.timeAddress ?? '')
  const [topicFilter, setTopicFilter] = useState(map.topicFilter ?? '')
  const [machineId, setMachineId] = useState(map.machineId ?? '')
  const [past, setPast] = useState<readonly Step[]>([])
  const [failure, setFailure] = useState<ApiError>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  // Rows that were not drawn again act on what is there now.
  const latest = useRef({ past, drafts, timeAddress, topicFilter, machineId })
  latest.current = { past, drafts, timeAddress, topicFilter, machineId }
  const entries = useMemo(() => drafts.map(fromDraft), [drafts])
  const count = countChanges(base, entries, { timeAddress, topicFilter, machineId })

  const fail = (error: ApiError | undefined) => {
    setFailure(error)
    setFaults(faultsOf(error?.errors ?? []))
  }

  /** Remembers what is there before it changes. @param what typing in one field is one step */
  const step = (what: string) => {
    const { past: before, ...content } = latest.current
    if (before.at(-1)?.what === what && what !== '') return
    setPast([...before.slice(1 - MOST_STEPS), { what, ...content }])
  }

  const undo = () => {
    const last = past.at(-1)
    if (last === undefined) return
    setPast(past.slice(0, -1))
    setDrafts([...last.drafts])
    setTimeAddress(last.timeAddress)
    setTopicFilter(last.topicFilter)
    setMachineId(last.machineId)
    fail(undefined)
  }

  const load = (content: Pick<TagMap, 'entries' | 'timeAddress' | 'topicFilter'>) => {
    step('')
    setDrafts(content.entries.map(toDraft))
    setTimeAddress(content.timeAddress ?? '')
    setTopicFilter(content.topicFilter ?? '')
    fail(undefined)
  }

  const save = async (rowVersion = base.rowVersion) => {
    const errors = unreadableNumbers(entries)
    if (errors.length > 0) {
      fail(new ApiError({ code: 'invalid_request', status: 0, title: t('telemetry.whatNeedsAChangeIsMarked'), errors }))
      return
    }
    setIsSaving(true)
    const body = {
      entries,
      timeAddress: timeAddress.trim() || null,
      topicFilter: topicFilter.trim() || null,
      machineId: machineId || null,
      rowVersion,
    }
    try {
      const saved = await callApi(resource.calls.update, { params: { id: map.id }, body })
      setBase(saved)
      setPast([])
      fail(undefined)
      cacheRow(client, resource, saved)
      await Promise.all([renew(client, resource), client.invalidateQueries({ queryKey: ['tag-map', map.id] })])
      showToast({ message: t('telemetry.savedAsVersion', { version: saved.version }) })
    } catch (error) {
      fail(error instanceof ApiError ? error : new ApiError({ code: 'unknown', status: 0, title: String(error) }))
    } finally {
      setIsSaving(false)
    }
  }

  const rollOut = async (version: number | null) => {
    const row = await callApi(api.rollOutTagMap, { params: { id: map.id }, body: { version } })
    // Typed changes stay, and saving them must not conflict with this roll-out.
    setBase({ ...base, rowVersion: row.rowVersion, activeVersion: row.activeVersion })
    await Promise.all([renew(client, resource), client.invalidateQueries({ queryKey: ['tag-map', map.id] })])
  }

  return {
    map: base,
    drafts,
    entries,
    timeAddress,
    setTimeAddress: (text: string) => {
      step('timeAddress')
      setTimeAddress(text)
    },
    topicFilter,
    setTopicFilter: (text: string) => {
      step('topicFilter')
      setTopicFilter(text)
    },
    /** The one machine that the messages are of; empty where the topic names it. */
    machineId,
    setMachineId: (id: string) => {
      step('machineId')
      setMachineId(id)
    },
    canUndo: past.length > 0,
    undo,
    count,
    faults,
    failure,
    isSaving,
    load,
    save,
    rollOut,
    saveOver: () => save((failure?.current as TagMap | undefined)?.rowVersion),
    discard: () => {
      load(base)
      setMachineId(base.machineId ?? '')
    },
    add: (address: string, value: unknown) => {
      step('')
      setDrafts((now) => [...now, suggestEntry(address, value, now)])
    },
    change: (key: string, part: Partial<EntryDraft>) => {
      step(`${key} ${Object.keys(part).join()}`)
      setDrafts((now) => now.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
    },
    remove: (key: string) => {
      step('')
      setDrafts((now) => now.filter((draft) => draft.key !== key))
    },
  }
}

export type Studio = ReturnType<typeof useStudio>

type Texts = Record<'timeAddress' | 'topicFilter' | 'machineId', string>

function countChanges(base: TagMap, entries: readonly TagMapEntry[], typed: Texts): number {
  const { added, changed, removed } = countDifferences(entries, base.entries)
  const names = ['timeAddress', 'topicFilter', 'machineId'] as const
  const texts = names.filter((name) => typed[name] !== (base[name] ?? ''))
  const found = added + changed + removed + texts.length
  // Two entries of one tag, or another order: the count by tags does not see it.
  return found > 0 || entries.map(sorted).join() === base.entries.map(sorted).join() ? found : 1
}
