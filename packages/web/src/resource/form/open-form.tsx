import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { fromFormValues } from '../form-values.ts'
import { callsAt } from '../registry.ts'
import { usePermission } from '../use-permission.ts'
import type { ResourceFormParts, ResourceFormState } from './use-resource-form.ts'

/** A form as what is shown beside it sees it. */
export interface OpenForm {
  /** The name of the resource. */
  resource: string
  /** The row that is changed; undefined while a new one is filled in. */
  id: string | undefined
  /** What it would send, by field; null is empty, and a text that is no number is NaN. */
  values: Readonly<Record<string, unknown>>
  /** Fills in fields as somebody who types does; nothing is saved. */
  fill: (values: Readonly<Record<string, unknown>>) => void
}

type Report = (change: (before: OpenForm | undefined) => OpenForm | undefined) => void

const Shown = createContext<OpenForm | undefined>(undefined)
const Reporting = createContext<Report | undefined>(undefined)

/** Around a form and what wants to know of it, such as a drawer and a map. */
export function OpenFormScope({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<OpenForm>()
  return (
    <Reporting value={setShown}>
      <Shown value={shown}>{children}</Shown>
    </Reporting>
  )
}

/** The form of a resource that is open in the same scope, if its reader may save it. */
export function useOpenForm(resource: string): OpenForm | undefined {
  const form = use(Shown)
  return form?.resource === resource ? form : undefined
}

/** Lets the scope of a form know what it holds. */
export function useReportedForm({ resource, mount, row }: ResourceFormParts, state: ResourceFormState): void {
  const report = use(Reporting)
  const calls = callsAt(resource, mount)
  const { allowed } = usePermission(row ? calls.update : calls.create)
  const { fields, values, fill } = state
  const id = row?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fill` is another function each time and does the same
  useEffect(() => {
    if (!report || !allowed) return
    const form = { resource: resource.name, id, values: fromFormValues(fields, values), fill }
    report(() => form)
    // Another form may have been opened meanwhile.
    return () => report((shown) => (shown === form ? undefined : shown))
  }, [report, allowed, resource, id, fields, values])
}
