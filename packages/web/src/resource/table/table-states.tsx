import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { rich } from '../../lib/language/rich.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AlertIcon, RetryIcon } from '../../ui/icons.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TapedCarton } from '../../ui/taped-carton.tsx'
import { PlusIcon } from '../../ui/tool-icons.tsx'
import { useIsPhone } from '../frame.tsx'
import { countNarrowing } from '../list-state.ts'
import { nearestName } from '../nearest-name.ts'
import { useChoices } from '../use-choices.ts'
import type { ListAddress } from '../use-list-state.ts'
import type { PermissionCheck } from '../use-permission.ts'
import type { ResourceView } from '../view.ts'
import { capitalize } from '../words.ts'
import { columnLabel } from './columns.tsx'
import { cellClasses } from './resource-table.tsx'
import { headClasses } from './table-head.tsx'

/** Names the missing permission and whom to ask. */
export function DeniedState(props: { what: string; permission: string; heading?: 'h1' | 'h2' }) {
  const { what, permission, heading = 'h2' } = props
  return (
    <EmptyState
      heading={heading}
      className="py-22"
      illustration={<TapedCarton />}
      title={t('resource.youCantOpen', { what: capitalize(what) })}
      actions={
        <Link to="/" className={buttonClasses()}>
          {t('resource.goToMachines')}
        </Link>
      }
    >
      {rich('resource.yourAccountDoesntInclude', { permission: <span className="code">{permission}</span> })}
      <br />
      {t('resource.askAnAdministratorToAddIt')}
    </EmptyState>
  )
}

export interface FailedStateProps {
  what: string
  /** Replaces the title that is built from `what`. */
  title?: string | undefined
  error: Error
  /** `h1` where it replaces a whole page. */
  heading?: 'h1' | 'h2'
  onRetry: () => void
}

export function FailedState(props: FailedStateProps) {
  const { what, title = t('resource.didntLoad', { what: capitalize(what) }), error, heading = 'h2', onRetry } = props
  return (
    <div role="alert">
      <EmptyState
        heading={heading}
        className="py-22"
        illustration={<AlertIcon size={32} className="text-bad" />}
        title={title}
        actions={
          <Button onClick={onRetry}>
            <RetryIcon />
            {t('general.tryAgain')}
          </Button>
        }
      >
        {error instanceof ApiError ? error.message : t('resource.theServerCouldNotBeReachedCheckYour')}
      </EmptyState>
    </div>
  )
}

export interface NothingStateProps {
  resource: Resource
  list: ListAddress
  create: PermissionCheck
  onCreate: () => void
}

/** Nothing there yet, or nothing that matches: what to do next. */
export function NothingState({ resource, list, create, onCreate }: NothingStateProps) {
  const [one, many] = resource.noun
  const narrowing = countNarrowing(list.state)
  const newButton = (variant: 'primary' | 'quiet') =>
    create.allowed && (
      <Button variant={variant} onClick={onCreate}>
        <PlusIcon size={14} />
        {t('resource.newOf', { noun: one })}
      </Button>
    )
  if (!narrowing.search && narrowing.filters === 0) {
    return (
      <EmptyState
        heading="h2"
        className="py-22"
        illustration={<OpenCarton />}
        title={t('resource.noYet', { many })}
        actions={newButton('primary')}
      >
        {create.allowed
          ? t('resource.createTheFirstItAppearsHere', { one })
          : t('resource.whoeverMayCreateAddsThemHere', { many })}
      </EmptyState>
    )
  }
  const { search } = list.state
  return (
    <EmptyState
      heading="h2"
      className="py-22"
      illustration={<OpenCarton />}
      title={narrowing.search ? t('resource.noMatches', { one, search }) : t('resource.noMatchesTheseFilters', { one })}
      actions={
        <>
          <Button onClick={list.reset}>
            {narrowing.search ? t('resource.clearSearchAndFilters') : t('general.clearFilters')}
          </Button>
          {newButton('quiet')}
        </>
      }
    >
      {narrowing.search && <Suggestion resource={resource} list={list} />}
      {narrowing.search && narrowing.filters > 0 && t('resource.filtersAreAlsoOn', { count: narrowing.filters })}
    </EmptyState>
  )
}

/** The nearest name to what was searched for; one press searches for it. */
function Suggestion({ resource, list }: { resource: Resource; list: ListAddress }) {
  const { options } = useChoices(resource.traits.dropdown ? { resource, by: 'id' } : undefined)
  const name = nearestName(
    list.state.search,
    options.map(({ label }) => label),
  )
  if (name === undefined) return null
  const button = (
    <button
      type="button"
      className="font-medium text-text underline decoration-kraft decoration-[1.5px] underline-offset-3 hover:decoration-current"
      onClick={() => list.change({ search: name, filters: {} })}
    >
      {name}
    </button>
  )
  return <>{rich('resource.didYouMean', { name: button })} </>
}

const widths = ['w-40', 'w-28', 'w-48', 'w-32', 'w-36']

/** The table in its final shape while the first page is on its way. */
export function TableSkeleton(props: {
  resource: Resource
  view: ResourceView
  columns: readonly string[]
  selectable: boolean
}) {
  const { resource, view, selectable } = props
  const columns = useIsPhone() ? [] : props.columns
  return (
    <div role="status">
      <span className="sr-only">{t('resource.loadingValue', { value: resource.noun[1] })}</span>
      <table aria-hidden="true" className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            {selectable && <th className={classNames(headClasses, 'w-[34px] pe-1')} />}
            {[resource.label, ...columns].map((name) => (
              <th key={name} className={classNames(headClasses, 'text-start')}>
                {columnLabel(resource, view, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 12 }, (_, row) => row).map((row) => (
            <tr key={row}>
              {selectable && (
                <td className={classNames(cellClasses, 'w-[34px] pe-1 max-md:h-16')}>
                  <Skeleton className="size-4" />
                </td>
              )}
              {[resource.label, ...columns].map((name, column) => (
                <td key={name} className={cellClasses}>
                  <Skeleton className={classNames('h-3', column === 0 ? widths[row % widths.length] : 'w-20')} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
