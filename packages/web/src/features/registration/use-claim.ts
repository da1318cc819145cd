import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import type { ChoiceSource } from '../../resource/use-choices.ts'
import { faultSentence } from '../../resource/words.ts'
import { showToast } from '../../ui/toasts.tsx'
import { installedMachines } from './installed-machines.tsx'

const claimFields = ['customerId', 'locationId', 'location', 'description'] as const
export type ClaimField = (typeof claimFields)[number]
type ClaimValues = Record<ClaimField, string>
type ClaimErrors = Partial<Record<ClaimField, string>>

export const customerSource: ChoiceSource = { resource: declared('customer'), by: 'id' }

/** The locations of the customer that is chosen; undefined without a customer. */
export function locationSource(customerId: string): ChoiceSource | undefined {
  if (customerId === '') return undefined
  const mount = { path: '/v1/customers/{parentId}/locations', parentId: customerId }
  return { resource: declared('location'), by: 'id', mount }
}

/** The state of the form, and the change that assigns the machines to a customer. */
export function useClaim(rows: readonly ResourceRow[], onDone: () => void) {
  const [start] = useState(() => startValues(rows))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<ClaimErrors>({})
  const [failure, setFailure] = useState<string>()
  const [claimed, setClaimed] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const client = useQueryClient()
  const giveBack = useGiveBack()
  const set = (name: ClaimField, value: string) => {
    // A location belongs to one customer.
    const rest = name === 'customerId' && value !== values.customerId ? { locationId: '' } : {}
    setValues({ ...values, ...rest, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  const refuse = (faults: ClaimErrors) => {
    setErrors(faults)
    return claimFields.find((name) => faults[name] !== undefined)
  }
  /** @returns the first field that has to be changed before it can be saved */
  const save = async (): Promise<ClaimField | undefined> => {
    setFailure(undefined)
    if (values.customerId === '') return refuse({ customerId: customerMissing(rows.length) })
    setSaving(true)
    const given: Given[] = []
    const refused: { row: ResourceRow; error: unknown }[] = []
    for (const before of rows) {
      try {
        const change = { ...changeOf(values, rows.length), rowVersion: before.rowVersion }
        given.push({ before, after: await put(before.id, change) })
      } catch (error) {
        refused.push({ row: before, error })
      }
    }
    setSaving(false)
    if (refused.length === 0) {
      // At once, or leaving would be leaving unsaved changes.
      flushSync(() => setClaimed(true))
      onDone()
    }
    await renew(client, installedMachines)
    if (given.length > 0) {
      const undo = { label: t('registration.undo'), run: () => void giveBack(given) }
      showToast({ message: claimedWords(given.map(({ after }) => after)), action: undo })
    }
    if (refused.length === 0) return undefined
    const faults = faultsOf(refused[0]?.error)
    if (Object.keys(faults).length === 0) setFailure(refusalOf(refused))
    return refuse(faults)
  }
  const changes = claimed ? 0 : claimFields.filter((name) => values[name] !== start[name]).length
  return { values, errors, failure, changes, isSaving, set, save }
}

interface Given {
  before: ResourceRow
  after: ResourceRow
}

/** Undoes a claim: the machines have no customer again. */
function useGiveBack() {
  const client = useQueryClient()
  return async (given: readonly Given[]) => {
    const back = given.map(({ before, after: { id, rowVersion } }) => {
      const former = Object.fromEntries(claimFields.map((name) => [name, before[name] ?? null]))
      return put(id, { ...former, rowVersion })
    })
    const failed = (await Promise.allSettled(back)).filter((result) => result.status === 'rejected')
    await renew(client, installedMachines)
    const [first] = failed
    if (first) showToast({ message: reasonOf(first.reason), tone: 'failed' })
    else showToast({ message: undoneWords(given.map(({ after }) => after)) })
  }
}

async function put(id: string, change: Record<string, unknown> & { rowVersion: number }): Promise<ResourceRow> {
  return (await callApi(installedMachines.calls.update, { params: { id }, body: change })) as ResourceRow
}

/** The ID of a single machine, or the number of several. */
export function namesOf(rows: readonly ResourceRow[]): string {
  return singleID(rows) ?? t('registration.machinesCount', { count: rows.length })
}

function claimedWords(rows: readonly ResourceRow[]): string {
  const machineID = singleID(rows)
  return machineID === undefined
    ? t('registration.machinesClaimed', { count: rows.length })
    : t('registration.claimed', { machineID })
}

function undoneWords(rows: readonly ResourceRow[]): string {
  const machineID = singleID(rows)
  return machineID === undefined
    ? t('registration.machinesUnclaimedAgain', { count: rows.length })
    : t('registration.unclaimedAgain', { machineID })
}

function singleID(rows: readonly ResourceRow[]): string | undefined {
  const [first] = rows
  return rows.length === 1 && first ? String(first.machineID) : undefined
}

function customerMissing(count: number): string {
  return t('registration.chooseTheCustomerThatRunsThese', { count })
}

/** A single machine starts with its own values; several share none. */
function startValues(rows: readonly ResourceRow[]): ClaimValues {
  const row = rows.length === 1 ? rows[0] : undefined
  const text = (name: ClaimField) => (typeof row?.[name] === 'string' ? row[name] : '')
  return {
    customerId: text('customerId'),
    locationId: text('locationId'),
    location: text('location'),
    description: text('description'),
  }
}

/** Empty fields are sent as null; for several machines only filled fields are sent. */
function changeOf(values: ClaimValues, count: number): Partial<Record<ClaimField, string | null>> {
  const sent = claimFields.map((name) => [name, values[name].trim() || null] as const)
  return Object.fromEntries(count === 1 ? sent : sent.filter(([, value]) => value !== null))
}

function refusalOf(refused: readonly { row: ResourceRow; error: unknown }[]): string {
  const [first] = refused
  if (refused.length === 1 && first) return `${String(first.row.machineID)}: ${reasonOf(first.error)}`
  const names = refused.map(({ row }) => String(row.machineID)).join(', ')
  return `${names}: ${reasonOf(first?.error)}`
}

const labels: Readonly<Record<ClaimField, string>> = {
  customerId: t('registration.customer'),
  locationId: t('registration.location'),
  location: t('registration.place'),
  description: t('registration.description'),
}

/** The faults that the server found, by field. */
function faultsOf(error: unknown): ClaimErrors {
  if (!(error instanceof ApiError)) return {}
  const faults = error.errors.flatMap(({ path, message }) => {
    const name = claimFields.find((field) => path === `body.${field}`)
    return name ? [[name, faultSentence(labels[name], message)]] : []
  })
  return Object.fromEntries(faults)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('registration.theServerCouldNotBeReached')
  if (error.code === 'stale') return t('registration.somebodyHasChangedThisMachineMeanwhile')
  return error.message
}
