import { api, mailStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { useLostFocus } from '../../../lib/use-lost-focus.ts'
import { SearchField } from '../../../resource/table/filter-bar.tsx'
import { FilterSelect } from '../../../resource/table/filter-select.tsx'
import { PageButtons } from '../../../resource/table/pager.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MAILS, MailRow, stateLooks } from './mail-row.tsx'
import { type MailAddress, useMailAddress } from './use-mail-address.ts'

/** How soon it is seen what became of a mail. */
const POLL_MS = 10_000

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
  const address = useMailAddress()
  const { page, search, state } = address
  const rows = useLostFocus('button')
  const query = useQuery({
    queryKey: [...MAILS, page, search, state],
    queryFn: ({ signal }) =>
      callApi(
        api.listMails,
        { query: { page: String(page), ...(search !== '' && { search }), ...(state !== undefined && { state }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError)
    return <FailedState what={t('people.mailsWord')} error={query.error} onRetry={() => void query.refetch()} />
  const { items, total, pageSize } = query.data
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-surface">
        <MailFilters address={address} />
        {total === 0 && <NoMails address={address} />}
        <ul ref={rows} tabIndex={-1} aria-label={t('people.mails')}>
          {items.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {t('people.mailsTotal', { total })}
        </span>
        <PageButtons page={page} pages={pages} onPage={address.goTo} />
      </div>
    </>
  )
}

function MailFilters({ address: { search, state, change } }: { address: MailAddress }) {
  return (
    <search aria-label={t('people.filterMails')} className="flex flex-wrap items-center gap-2 border-b border-line p-2">
      <SearchField noun={t('people.mailsWord')} value={search} onSearch={(text) => change({ search: text })} />
      <div className="w-44 max-md:w-full">
        <FilterSelect
          label={t('people.mailState')}
          options={mailStates.map((value) => ({ value, label: stateLooks[value].label }))}
          value={state ?? ''}
          onChange={(value) => change({ state: value })}
        />
      </div>
    </search>
  )
}

function NoMails({ address: { search, state, change } }: { address: MailAddress }) {
  if (search !== '' || state !== undefined) {
    return (
      <EmptyState
        heading="h2"
        className="py-16"
        illustration={<OpenCarton />}
        title={t('people.noMailFits')}
        actions={<Button onClick={() => change({ search: '', state: '' })}>{t('general.clearFilters')}</Button>}
      />
    )
  }
  return (
    <EmptyState heading="h2" className="py-22" illustration={<OpenCarton />} title={t('people.noMailsYet')}>
      {t('people.invitationsLinksToNewPasswordsAnd')}
    </EmptyState>
  )
}
