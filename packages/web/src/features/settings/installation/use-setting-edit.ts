import {
  api,
  type FieldError,
  isSettingKey,
  type SettingKey,
  type SettingState,
  type StoredValue,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { type Draft, faultOf, isChanged, isStale, wantedValue } from './setting-draft.ts'
import { renewSettings } from './settings-query.ts'

/** What of one setting is typed and not saved. */
export interface RowEdit {
  typed: StoredValue | undefined
  isChanged: boolean
  /** What is wrong with it, in words that follow the label. */
  fault: string | undefined
  /** Somebody else has changed it since it was seen. */
  isStale: boolean
}

const untouched: RowEdit = { typed: undefined, isChanged: false, fault: undefined, isStale: false }

/** What is typed in all groups and not saved yet. Saving applies all of it or nothing; what was refused stays as it was typed. */
export function useSettingEdit(states: readonly SettingState[]) {
  const [draft, setDraft] = useState<Draft>(new Map())
  const [left, setLeft] = useState<ReadonlySet<SettingKey>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<SettingKey, string>>(new Map())
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const rowOf = (state: SettingState): RowEdit => {
    const entry = draft.get(state.key)
    const refusal = refused.get(state.key)
    if (entry === undefined) return refusal === undefined ? untouched : { ...untouched, fault: refusal }
    const own = left.has(state.key) ? faultOf(state.key, entry.value) : undefined
    return {
      typed: entry.value,
      isChanged: isChanged(state, entry.value),
      fault: own ?? refusal,
      isStale: isStale(state, entry) && isChanged(state, entry.value),
    }
  }
  const changed = states.filter((state) => rowOf(state).isChanged)

  const forget = (key: SettingKey) => {
    setDraft((before) => new Map([...before].filter(([one]) => one !== key)))
    setRefused((before) => new Map([...before].filter(([one]) => one !== key)))
  }

  const send = async () => {
    const sent = changed.map(({ key }) => ({ key, entry: draft.get(key) }))
    const changes = sent.map(({ key, entry }) => {
      return { key, value: wantedValue(key, entry?.value ?? null), rowVersion: entry?.rowVersion ?? 0 }
    })
    setSaving(true)
    setFailure(undefined)
    setRefused(new Map())
    try {
      await callApi(api.changeSettings, { body: { changes } })
      await renewSettings()
      // What was typed while it was saved is not saved.
      setDraft(
        (before) =>
          new Map([...before].filter(([key, entry]) => !sent.some((one) => one.key === key && one.entry === entry))),
      )
      showToast({ message: t('installation.saved', { count: changes.length }) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') await renewSettings()
      const faults = error instanceof ApiError ? refusalsOf(error.errors, changes) : new Map<SettingKey, string>()
      setRefused(faults)
      if (faults.size === 0)
        setFailure(error instanceof ApiError ? error.message : t('resource.theServerCouldNotBeReached'))
    }
    setSaving(false)
  }

  return {
    rowOf,
    changed,
    failure,
    isSaving,
    /** Settings that somebody else has changed, until it is decided which value stays. */
    stale: states.filter((state) => rowOf(state).isStale),
    /** Settings that need another value. */
    faulty: states.filter((state) => rowOf(state).fault !== undefined),
    type(state: SettingState, value: StoredValue) {
      const rowVersion = draft.get(state.key)?.rowVersion ?? state.rowVersion
      setDraft(new Map(draft).set(state.key, { value, rowVersion }))
      setRefused((before) => new Map([...before].filter(([key]) => key !== state.key)))
    },
    /** Faults are shown once a field was left, not while somebody still types. */
    leave: (key: SettingKey) => setLeft((before) => new Set(before).add(key)),
    /** What was typed stays, over what somebody else has saved. */
    keepMine({ key, rowVersion }: SettingState) {
      const entry = draft.get(key)
      if (entry) setDraft(new Map(draft).set(key, { ...entry, rowVersion }))
      setFailure(undefined)
    },
    takeTheirs({ key }: SettingState) {
      forget(key)
      setFailure(undefined)
    },
    discard() {
      setDraft(new Map())
      setRefused(new Map())
      setFailure(undefined)
    },
    /** @returns the first setting that keeps the others from being saved */
    async save(): Promise<SettingState | undefined> {
      setLeft(new Set([...left, ...changed.map(({ key }) => key)]))
      const obstacle = changed.find(
        (state) => rowOf(state).isStale || faultOf(state.key, draft.get(state.key)?.value ?? null) !== undefined,
      )
      if (obstacle === undefined && !isSaving) await send()
      return obstacle
    },
  }
}

export type SettingEdit = ReturnType<typeof useSettingEdit>

/** What the server refused, by setting. It names a change by its place, or the key where another one has to change. */
function refusalsOf(errors: readonly FieldError[], sent: readonly { key: SettingKey }[]): Map<SettingKey, string> {
  return new Map(
    errors.flatMap(({ path, message }): [SettingKey, string][] => {
      const place = /^body\.changes\.(\d+)/.exec(path)?.[1]
      const key = place === undefined ? path.replace(/^settings\./, '') : sent[Number(place)]?.key
      return key !== undefined && isSettingKey(key) ? [[key, message]] : []
    }),
  )
}
