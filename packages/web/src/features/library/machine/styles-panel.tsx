import { api, type CompatibilityPair } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AnswerSign, answerWords } from './answer-sign.tsx'

/** The packaging styles that the machine makes, perhaps under conditions, and how many others there are. */
export function StylesPanel({ row }: { row: ResourceRow }) {
  const { allowed } = usePermission(api.compatibleStyles)
  const query = useStyles(row.id, allowed)
  if (!allowed) return null
  return (
    <PanelFrame
      title={t('library.packagingStyles')}
      aside={
        <AppLink href="/library/compatibility" className="text-12 underline decoration-kraft underline-offset-3">
          {t('library.toTheMatrix')}
        </AppLink>
      }
    >
      <div className="border-t border-line px-4 py-3">
        {query.isPending && <Skeleton className="h-14" />}
        {query.isError && <PanelFailure what={t('library.packagingStyles')} onRetry={() => void query.refetch()} />}
        {query.data && <Styles {...query.data} />}
      </div>
    </PanelFrame>
  )
}

interface StylesOfMachine {
  pairs: readonly CompatibilityPair[]
  unknown: number
  no: number
}

function useStyles(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['resource', 'compatibility', 'of-machine', id],
    queryFn: async ({ signal }): Promise<StylesOfMachine> => {
      const ask = async (query: Record<string, unknown>) =>
        await callApi(api.compatibleStyles, { params: { id }, query }, { signal })
      const [found, unknown, no] = await Promise.all([
        ask({ result: ['yes', 'conditional'], pageSize: '200' }),
        ask({ result: 'unknown', pageSize: '1' }),
        ask({ result: 'no', pageSize: '1' }),
      ])
      return { pairs: found.items, unknown: unknown.total, no: no.total }
    },
    enabled,
  })
}

function Styles({ pairs, unknown, no }: StylesOfMachine) {
  return (
    <>
      {pairs.length === 0 && <p className="text-13 text-text-2">{t('library.noStyleAnswered')}</p>}
      <ul aria-label={t('library.packagingStyles')} className="flex flex-wrap gap-1.5">
        {pairs.map((pair) => (
          <li
            key={pair.style.id}
            title={answerWords[pair.result]}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-state border border-line-2 px-2 text-12"
          >
            <AnswerSign result={pair.result} />
            {pair.style.name}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-12 text-text-3">{t('library.otherStyles', { unknown, no })}</p>
    </>
  )
}
