import type { Likeness } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import type { FormValues } from '../form-values.ts'
import { callsAt, parentParams } from '../registry.ts'
import { usePermission } from '../use-permission.ts'
import type { ResourceFormParts } from './use-resource-form.ts'

/** While somebody types nothing is compared. */
const TYPING_MS = 400
/** A shorter name is like too many. */
const MIN_NAME = 3

const reasons: Record<Likeness, string> = {
  name: t('resource.similarName'),
  number: t('resource.sameNumber'),
  website: t('resource.sameWebsite'),
}

/** Rows that the new one may duplicate, each with a link that leaves the form as it is. */
export function LikelyDuplicates({ resource, mount, values }: ResourceFormParts & { values: FormValues }) {
  const { alike } = resource.traits
  const calls = callsAt(resource, mount)
  const access = usePermission(alike && calls.alike)
  const text = (field: string | undefined) => (field === undefined ? '' : String(values[field] ?? '').trim())
  const name = text(alike?.name)
  const query = useSettled({
    ...(name.length >= MIN_NAME && { name }),
    ...(text(alike?.number) && { number: text(alike?.number) }),
    ...(text(alike?.website) && { website: text(alike?.website) }),
  })
  const isAsked = access.allowed && Object.keys(query).length > 0
  const { data } = useQuery({
    queryKey: ['resource', resource.name, 'alike', mount ?? null, query],
    queryFn: ({ signal }) => callApi(calls.alike, { params: parentParams(mount), query }, { signal }),
    enabled: isAsked,
    // They are a hint: without them the form is as good as with them.
    retry: false,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? (data ?? []) : []
  return (
    <div role="status" className="empty:hidden">
      {found.length > 0 && (
        <div className="grid gap-1 rounded-control bg-warn-soft px-3 py-2.5 text-13 text-text">
          <p className="flex items-center gap-2 font-semibold text-warn">
            <WarningIcon size={14} />
            {t('resource.mayExistAlready', { noun: resource.noun[0] })}
          </p>
          <ul className="grid gap-0.5">
            {found.map(({ id, label, sublabel, by }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-2">
                <a
                  href={`${location.pathname}?open=${id}`}
                  target="_blank"
                  rel="noopener"
                  className="font-[550] underline decoration-kraft underline-offset-3 max-md:py-2.5"
                >
                  {label}
                  <span className="sr-only"> {t('resource.opensInANewTab')}</span>
                </a>
                {sublabel && <span className="code text-12 text-text-2">{sublabel}</span>}
                <span className="text-12 text-text-2">{by.map((one) => reasons[one]).join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What is asked for once nothing more is typed for a moment. */
function useSettled(query: Record<string, string>): Record<string, string> {
  const key = JSON.stringify(query)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), TYPING_MS)
    return () => clearTimeout(timer)
  }, [key])
  return JSON.parse(settled)
}
