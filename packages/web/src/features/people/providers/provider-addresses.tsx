import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Our addresses, to be copied and entered at the provider. */
export function ProviderAddresses({ isOidc }: { isOidc: boolean }) {
  const { data } = useQuery({
    queryKey: ['sign-on-addresses'],
    queryFn: ({ signal }) => callApi(api.signOnAddresses, {}, { signal }),
  })
  return (
    <section aria-labelledby="provider-addresses" className="grid gap-2">
      <h3 id="provider-addresses" className="text-13 font-semibold">
        {t('people.enterThisAtTheProvider')}
      </h3>
      {data === undefined && <Skeleton className="h-16" />}
      {data && isOidc && <Address label={t('people.redirectUri')} value={data.redirectUri} />}
      {data && !isOidc && (
        <>
          <Address label={t('people.entityIdAndAddressOfOur')} value={data.entityId} />
          <Address label={t('people.assertionConsumerServiceHttpPost')} value={data.consumerUrl} />
        </>
      )}
    </section>
  )
}

function Address({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="grid gap-1 rounded-control border border-line-2 px-3 py-2">
      <p className="text-12 text-text-2">{label}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 text-13 break-all">{value}</code>
        <Button size="dense" aria-label={t('people.copy', { label })} onClick={() => void copy()}>
          {t('general.copy')}
        </Button>
      </div>
      <p role="status" className="text-12 text-text-2 empty:hidden">
        {copied === true && t('people.copied')}
        {copied === false && t('general.copyingBlocked', { what: 'text' })}
      </p>
    </div>
  )
}
