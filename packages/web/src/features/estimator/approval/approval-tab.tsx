import { api, type ProjectApprovals } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { AlertIcon, WarningIcon } from '../../../ui/icons.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { ShownProject } from './shown-project.ts'
import { StateButtons, type StepsProps } from './state-buttons.tsx'
import { projectKey } from './use-project-change.ts'

type Need = ProjectApprovals['needed'][number]
type Decision = ProjectApprovals['decisions'][number]

/** Which approvals a project needs and why, who has given them, and what the project can become. */
export function ApprovalTab(props: StepsProps) {
  const { id, rowVersion } = props.project
  const query = useQuery({
    queryKey: projectKey(id, 'approvals', rowVersion),
    queryFn: ({ signal }) => callApi(api.listApprovals, { params: { id } }, { signal }),
  })
  if (query.isError) {
    return <FailedState what={t('estimator.approval')} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton className="h-40" />
  return (
    <div className="grid gap-4">
      <StateButtons
        {...props}
        needsNobody={query.data.needed.length === 0 && query.data.orders.lowestMarginPercent !== null}
      />
      <Needs project={props.project} approvals={query.data} />
      {query.data.met.length > 0 && <MetRules met={query.data.met} />}
      <Orders orders={query.data.orders} />
      {query.data.decisions.length > 0 && <Decisions decisions={query.data.decisions} />}
    </div>
  )
}

function Needs({ project, approvals: { needed, rowVersion } }: { project: ShownProject; approvals: ProjectApprovals }) {
  const given = needed.filter(({ approval }) => approval !== null).length
  return (
    <Panel>
      <PanelHead title={t('estimator.approval')}>
        {needed.length > 0 && (
          <Badge tone={given === needed.length ? 'ok' : 'info'}>
            {t('estimator.stepsApproved', { given, count: needed.length })}
          </Badge>
        )}
      </PanelHead>
      {needed.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-text-2">{t('estimator.nothingNeedsApproval')}</p>
      )}
      <ul aria-label={t('estimator.approval')}>
        {needed.map((need) => (
          <NeedRow key={need.roleTypeId} project={project} rowVersion={rowVersion} need={need} />
        ))}
      </ul>
    </Panel>
  )
}

function NeedRow({ project, rowVersion, need }: { project: ShownProject; rowVersion: number; need: Need }) {
  const { roleType, reasons, approval, waitsFor, mayDecide, hindrance } = need
  return (
    <li className="grid gap-2 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <b className="me-auto font-semibold">{roleType}</b>
        {approval ? (
          <Badge tone="ok" icon={CheckIcon}>
            {t('estimator.approvedBy', { name: approval.decidedBy.name })}
          </Badge>
        ) : (
          <Badge tone={waitsFor.length > 0 ? 'plain' : 'warn'} icon={WarningIcon}>
            {waitsFor.length > 0 ? t('estimator.waitsForTurn') : t('estimator.open')}
          </Badge>
        )}
      </div>
      <ul className="grid gap-1 text-13 text-text-2">
        {reasons.map(({ ruleId, explanation }) => (
          <li key={ruleId}>{explanation}</li>
        ))}
      </ul>
      {mayDecide && <DecisionForm project={project} rowVersion={rowVersion} roleTypeId={need.roleTypeId} />}
      {!approval && project.status === 'review' && hindrance !== null && (
        <p className="text-13 text-text-2">{hindrance}</p>
      )}
    </li>
  )
}

/** The rules that ask nobody, each with its figure. */
function MetRules({ met }: Pick<ProjectApprovals, 'met'>) {
  return (
    <Panel>
      <PanelHead title={t('estimator.metRules')} />
      <ul aria-label={t('estimator.metRules')}>
        {met.map(({ ruleId, explanation }) => (
          <li key={ruleId} className="flex items-center gap-2 border-t border-line px-4 py-2 text-13">
            <CheckIcon size={14} className="text-ok" />
            {explanation}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The worst and the best that the customer can order. */
function Orders({ orders }: Pick<ProjectApprovals, 'orders'>) {
  const { currency, lowestTotal, highestTotal, highestDiscountPercent, lowestMarginPercent } = orders
  return (
    <Panel>
      <PanelHead title={t('estimator.orders')} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-13 tabular-nums">
        <Fact name={t('estimator.lowestTotal')}>{formatPrice(lowestTotal, currency)}</Fact>
        <Fact name={t('estimator.highestTotal')}>{formatPrice(highestTotal, currency)}</Fact>
        {highestDiscountPercent !== null && (
          <Fact name={t('estimator.highestDiscount')}>{readableDecimal(highestDiscountPercent)} %</Fact>
        )}
        {lowestMarginPercent !== null && (
          <Fact name={t('estimator.lowestMargin')}>{readableDecimal(lowestMarginPercent)} %</Fact>
        )}
      </dl>
    </Panel>
  )
}

function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  return (
    <Panel>
      <PanelHead title={t('estimator.decisions')} />
      <ul aria-label={t('estimator.decisions')}>
        {decisions.map((one) => (
          <DecisionRow key={one.id} decision={one} />
        ))}
      </ul>
    </Panel>
  )
}

function DecisionRow({ decision: { decision, isVoid, decidedBy, decidedAt, roleType, note } }: { decision: Decision }) {
  const isApproval = decision === 'approve'
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-2">
        <span className="me-auto">
          <b className="font-semibold">{decidedBy.name}</b> {roleType}
        </span>
        <DateLabel value={decidedAt} />
        {isVoid && <Badge tone="plain">{t('estimator.noLongerCounts')}</Badge>}
        <Badge tone={isApproval ? 'ok' : 'bad'} icon={isApproval ? CheckIcon : AlertIcon}>
          {isApproval ? t('estimator.approved') : t('estimator.rejected')}
        </Badge>
      </div>
      {note !== null && <p className="break-words text-text-2">{note}</p>}
    </li>
  )
}
