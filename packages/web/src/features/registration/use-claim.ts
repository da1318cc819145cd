import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { showToast } from '../../resource/parts/toasts.tsx'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import type { ChoiceSource } from '../../resource/use-choices.ts'
import { useUpdate } from '../../resource/use-resource.ts'
import { installedMachines } from './machine-look.tsx'

const claimFields = ['customerId', 'locationId', 'location', 'description'] as const
export type ClaimField = (typeof claimFields)[number]
type ClaimValues = Record<ClaimField, string>
type ClaimErrors = Partial<Record<ClaimField, string>>

export const customerSource: ChoiceSource = { resource: declared('customer'), by: 'id' }

/** The locations of the customer that is chosen; undefined while there is none. */
export function locationSource(customerId: string): ChoiceSource | undefined {
  if (customerId === '') return undefined
  const mount = { path: '/v1/customers/{parentId}/locations', parentId: customerId }
  return { resource: declared('location'), by: 'id', mount }
}

/** The state of the form, and the change that gives the machine away. */
export function useClaim(row: ResourceRow, onDone: () => void) {
  const [start] = useState(() => valuesOf(row))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<ClaimErrors>({})
  const [failure, setFailure] = useState<string>()
  const [claimed, setClaimed] = useState(false)
  const update = useUpdate({ resource: installedMachines })
  const set = (name: ClaimField, value: string) => {
    // A location belongs to one customer.
    const rest = name === 'customerId' && value !== values.customerId ? { locationId: '' } : {}
    setValues({ ...values, ...rest, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  /** @returns the first field that has to be changed before it can be saved */
  const save = async (): Promise<ClaimField | undefined> => {
    setFailure(undefined)
    if (values.customerId === '') return refuse({ customerId: 'Choose the customer that runs this machine.' })
    try {
      const saved = await update.mutateAsync({
        id: row.id,
        change: { ...changeOf(values), rowVersion: row.rowVersion },
      })
      setClaimed(true)
      showToast({
        message: `${String(row.machineID)} claimed`,
        ...(saved ? { action: { label: 'Undo', run: () => void giveBack(saved) } } : {}),
      })
      onDone()
      return undefined
    } catch (error) {
      const faults = faultsOf(error)
      if (Object.keys(faults).length === 0) setFailure(reasonOf(error))
      return refuse(faults)
    }
  }
  const refuse = (faults: ClaimErrors) => {
    setErrors(faults)
    return claimFields.find((name) => faults[name] !== undefined)
  }
  const giveBack = async ({ id, rowVersion }: ResourceRow) => {
    try {
      await update.mutateAsync({ id, change: { ...changeOf(start), rowVersion } })
      showToast({ message: `${String(row.machineID)} is unclaimed again` })
    } catch (error) {
      showToast({ message: reasonOf(error), tone: 'failed' })
    }
  }
  const changes = claimed ? 0 : claimFields.filter((name) => values[name] !== start[name]).length
  return { values, errors, failure, changes, isSaving: update.isPending, set, save }
}

function valuesOf(row: ResourceRow): ClaimValues {
  const text = (name: ClaimField) => (typeof row[name] === 'string' ? row[name] : '')
  return {
    customerId: text('customerId'),
    locationId: text('locationId'),
    location: text('location'),
    description: text('description'),
  }
}

/** An empty field is sent as none. */
function changeOf(values: ClaimValues): Record<ClaimField, string | null> {
  const sent = (name: ClaimField) => values[name].trim() || null
  return {
    customerId: sent('customerId'),
    locationId: sent('locationId'),
    location: sent('location'),
    description: sent('description'),
  }
}

/** What the server found wrong, at its field. */
function faultsOf(error: unknown): ClaimErrors {
  if (!(error instanceof ApiError)) return {}
  const faults = error.errors.flatMap(({ path, message }) => {
    const name = claimFields.find((field) => path === `body.${field}`)
    return name ? [[name, `It ${message}.`]] : []
  })
  return Object.fromEntries(faults)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server could not be reached. Check your connection, then try again.'
  if (error.code === 'stale') return 'Somebody has changed this machine meanwhile. Close this and open it again.'
  return error.message
}
