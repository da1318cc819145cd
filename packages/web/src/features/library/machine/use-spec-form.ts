import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showAnswer } from '../../../lib/query-client.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { faultSentence } from '../../../resource/words.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { SpecFormProps } from './spec-form.tsx'
import { faultOfTyped, isSameTyped, nothingTyped, type Typed, toTyped, toValue } from './spec-values.ts'
import { type MachineSpec, specsKey } from './use-specs.ts'

type ByKey<Value> = Readonly<Record<string, Value>>

const typedOf = (specs: readonly Pick<MachineSpec, 'key' | 'value'>[]): ByKey<Typed> =>
  Object.fromEntries(specs.map(({ key, value }) => [key, toTyped(value)]))

/** What is typed, what is wrong with it, and how it is saved: only what has changed is sent. */
export function useSpecForm({ row, specs, rowVersion, onDone }: SpecFormProps) {
  const client = useQueryClient()
  const [start, setStart] = useState(() => typedOf(specs))
  const [typed, setTyped] = useState(start)
  const [faults, setFaults] = useState<ByKey<string>>({})
  const [failure, setFailure] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState(false)
  const version = useRef(rowVersion)
  const changed = specs.filter(({ key }) => !isSameTyped(typed[key] ?? nothingTyped, start[key] ?? nothingTyped))
  const faultsOf = (fields: typeof specs) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const fault = faultOfTyped(field, typed[field.key] ?? nothingTyped, row.lifecycle !== 'draft')
        return fault === undefined ? [] : [[field.key, fault]]
      }),
    )
  const without = (key: string) => Object.fromEntries(Object.entries(faults).filter(([other]) => other !== key))

  const send = async () => {
    const values = Object.fromEntries(
      changed.map((field) => [field.key, toValue(field, typed[field.key] ?? nothingTyped)]),
    )
    const saved = await callApi(api.setMachineSpecs, {
      params: { id: row.id },
      body: { rowVersion: version.current, values },
    })
    showAnswer(client, specsKey(row.id), saved)
    setStart(typedOf(saved.specs))
    await renew(client, declared('libraryMachine'))
    showToast({ message: t('library.valuesSaved', { model: String(row.model) }) })
    onDone()
  }

  /** What was typed stays; the next attempt is made on what is there now. */
  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError)) return setFailure(t('resource.theServerCouldNotBeReachedCheckYour'))
    const found = error.errors.flatMap(({ path, message }) => {
      const spec = specs.find(({ key }) => path === `body.values.${key}`)
      return spec === undefined ? [] : [[spec.key, faultSentence(spec.label, message)] as const]
    })
    setFaults(Object.fromEntries(found))
    setFailure(error.code === 'stale' ? t('library.savedMeanwhile') : found.length > 0 ? undefined : error.message)
    if (error.code !== 'stale') return
    const now = await callApi(api.getMachineSpecs, { params: { id: row.id } })
    version.current = now.rowVersion
    showAnswer(client, specsKey(row.id), now)
  }

  return {
    typed,
    faults,
    failure,
    attempted,
    busy,
    changed,
    change(key: string, next: Typed) {
      setTyped({ ...typed, [key]: next })
      setFaults(without(key))
    },
    check: (key: string) => setFaults({ ...without(key), ...faultsOf(specs.filter((field) => field.key === key)) }),
    discard() {
      setTyped(start)
      setFaults({})
      setFailure(undefined)
    },
    async save(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      setAttempted(true)
      setFailure(undefined)
      const found = faultsOf(specs)
      setFaults(found)
      if (busy || Object.keys(found).length > 0) return
      if (changed.length === 0) return onDone()
      setBusy(true)
      await send().catch(refuse)
      setBusy(false)
    },
  }
}
