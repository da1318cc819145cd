import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../../lib/address-search.ts'
import { callApi } from '../../../lib/api-client.ts'
import { PageButtons } from '../../../resource/table/pager.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MailRow } from './mail-row.tsx'

/** The mails of the product, newest first, and what became of them. */
export function MailsPage() {
  const access = usePermission(api.listMails)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">{t('people.mails')}</h1>
        <p className="text-13 text-text-2">{t('people.keptFor90Days')}</p>
      </div>
      {access.allowed ? (
        <MailList />
      ) : (
        <div className="grid flex-1 place-items-center rounded-panel border border-line bg-surface">
          <DeniedState what={t('people.mailsWord')} permission={access.permission} />
        </div>
      )}
    </>
  )
}

function MailList() {
  const { page, show } = usePage()
  const query = useQuery({
    queryKey: ['mails', page],
    queryFn: ({ signal }) => callApi(api.listMails, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError)
    return <FailedState what={t('people.mailsWord')} error={query.error} onRetry={() => void query.refetch()} />
  const { items, total, pageSize } = query.data
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-surface">
        {total === 0 && (
          <EmptyState heading="h2" className="py-22" illustration={<OpenCarton />} title={t('people.noMailsYet')}>
            {t('people.invitationsLinksToNewPasswordsAnd')}
          </EmptyState>
        )}
        <ul aria-label={t('people.mails')}>
          {items.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {t('people.mailsTotal', { total })}
        </span>
        <PageButtons page={page} pages={pages} onPage={show} />
      </div>
    </>
  )
}

/** The page in the address, so that the back button returns to it. */
function usePage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const wanted = Number(search.page)
  return {
    page: Number.isInteger(wanted) && wanted > 0 && wanted <= 1_000_000 ? wanted : 1,
    show: (page: number) => {
      const next = (previous: AddressSearch) => ({ ...previous, page: page > 1 ? page : undefined })
      changeSearch(next, { resetScroll: false })
    },
  }
}
