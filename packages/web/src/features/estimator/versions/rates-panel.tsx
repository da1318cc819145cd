import { api, frozenStates, type KeptRate, type ProjectRefresh } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { type CallOptions, callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { formatDecimal, formatPrice } from '../../../lib/format/money.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import type { StateButtonsProps } from '../approval/state-buttons.tsx'
import { projectKey, useProjectChange } from '../approval/use-project-change.ts'

type What = 'prices' | 'rates'

/** The rates that a project keeps, and newer rates and prices of the catalogue with their effect. */
export function RatesPanel(props: StateButtonsProps) {
  return (
    <Panel>
      <PanelHead title={t('estimator.ratesAndPrices')} />
      <Offer {...props} of="rates" title={t('estimator.newestRates')} take={t('estimator.takeRates')} />
      <Offer {...props} of="prices" title={t('estimator.pricesOfToday')} take={t('estimator.takePrices')} />
    </Panel>
  )
}

interface OfferProps extends StateButtonsProps {
  of: What
  title: string
  take: string
}

function Offer({ project, token, of, title, take }: OfferProps) {
  const { id, rowVersion, status } = project
  const params = { id }
  const mayChange = usePermission(api.refreshProject).allowed && !frozenStates.some((state) => state === status)
  const query = useQuery({
    queryKey: projectKey(id, 'refresh', of, rowVersion),
    queryFn: ({ signal }) => callApi(api.refreshProject, { params, body: { of, dryRun: true } }, { signal }),
    enabled: mayChange,
    retry: false,
  })
  const act = (looked: Pick<ProjectRefresh, 'rowVersion' | 'digest'>, options: CallOptions) =>
    callApi(api.refreshProject, { params, body: { of, ...looked } }, options)
  const change = useProjectChange(id, act, {
    holding: { kind: 'held', token },
    done: ({ changed }) => t('estimator.refreshed', { count: changed }),
  })
  const { data, error } = query
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line px-4 py-3 text-13">
      <h3 className="font-semibold">{title}</h3>
      {!mayChange && of === 'rates' && <Kept rates={project.rates} />}
      {!mayChange && <p className="text-text-2">{t('estimator.onlyInNewRevision')}</p>}
      {error && (
        <p className="text-bad">
          {error instanceof ApiError ? error.message : t('resource.theServerCouldNotBeReached')}
        </p>
      )}
      {data && of === 'rates' && <Rates rates={data.rates} />}
      {data && <Effect refresh={data} />}
      {data && (data.changed > 0 || (of === 'rates' && isNewer(data))) && (
        <Button
          size="dense"
          className="justify-self-start"
          busy={change.isPending}
          onClick={() => {
            const { rowVersion: looked, digest } = data
            change.mutate({ rowVersion: looked, digest }, { onError: () => void query.refetch() })
          }}
        >
          {take}
        </Button>
      )}
    </section>
  )
}

function isNewer({ rates }: ProjectRefresh): boolean {
  return rates.some(({ kept, newest }) => newest !== null && newest.validOn !== kept?.validOn)
}

function Kept({ rates }: { rates: readonly KeptRate[] }) {
  return <Rates rates={rates.map((kept) => ({ kept, newest: null }))} />
}

function Rates({ rates }: Pick<ProjectRefresh, 'rates'>) {
  if (rates.length === 0) return <p className="text-text-2">{t('estimator.convertsNothing')}</p>
  return (
    <dl className="grid gap-1">
      {rates.map(({ kept, newest }) => (
        <div key={(kept ?? newest)?.from} className="grid gap-x-3 sm:grid-cols-[auto_1fr]">
          <dt className="font-[550]">
            {(kept ?? newest)?.from} → {(kept ?? newest)?.to}
          </dt>
          <dd>
            {kept && <span className="block">{t('estimator.rateKept', wordsOf(kept))}</span>}
            {newest && newest.validOn !== kept?.validOn && (
              <span className="block text-text-2">{t('estimator.rateNewest', wordsOf(newest))}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function wordsOf({ rate, validOn, source }: KeptRate) {
  return { rate: formatDecimal(rate), date: formatPlainDate(validOn), source: source ?? '–' }
}

function Effect({ refresh: { changed, changes, currency, total } }: { refresh: ProjectRefresh }) {
  if (changed === 0) return <p className="text-text-2">{t('estimator.refreshChangesNothing')}</p>
  return (
    <>
      <p>
        {t('estimator.refreshWouldChange', {
          count: changed,
          from: formatPrice(total.from, currency),
          to: formatPrice(total.to, currency),
        })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too */}
      <ul tabIndex={0} className="max-h-64 overflow-auto" aria-label={t('estimator.differences')}>
        {changes.map(({ id, description, price, cost }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5 first:border-0">
            <bdi className="min-w-0 break-words">{description}</bdi>
            <span className="tabular-nums">
              {price && <Difference of={price} />}
              {cost && (
                <span className="block text-12 text-text-2">
                  {t('estimator.cost')} <Difference of={cost} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {changed > changes.length && (
        <p className="text-12 text-text-2">{t('estimator.firstShown', { count: changes.length })}</p>
      )}
    </>
  )
}

function Difference({ of: { from, to } }: { of: { from: string; to: string } }) {
  return (
    <span>
      <del className="text-text-3">{from === '' ? '–' : formatPrice(from, undefined)}</del> →{' '}
      <ins className="font-semibold no-underline">{formatPrice(to, undefined)}</ins>
    </span>
  )
}
