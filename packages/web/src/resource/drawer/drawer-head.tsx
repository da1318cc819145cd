import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { ChevronDownIcon, CrossIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ChevronUpIcon, OpenIcon, StarIcon, TrashIcon } from '../../ui/tool-icons.tsx'
import { removalKind } from '../delete-labels.ts'
import { callsAt, type ParentMount, type ResourceRow, sublabelOf } from '../registry.ts'
import { missingWords, usePermission } from '../use-permission.ts'
import { useSetPrimary } from '../use-resource.ts'
import { nameOf, type ResourceView } from '../view.ts'

export interface DrawerHeadProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  row: ResourceRow | undefined
  title: string
  /** The rows before and after this one; without them there are no buttons. */
  previous?: (() => void) | undefined
  next?: (() => void) | undefined
  hasNeighbours: boolean
  onDelete: (row: ResourceRow) => void
  onClose: () => void
}

/** Which row is open, the way to its neighbours, and what can be done with all of it. */
export function DrawerHead(props: DrawerHeadProps) {
  const { resource, view, mount, row, title } = props
  const access = usePermission(callsAt(resource, mount).remove)
  return (
    <div className="px-6 pt-4 max-md:px-4">
      <div className="flex items-center gap-0.5">
        <span className="code me-auto truncate text-12 text-text-2">
          {row && !view.nameOf ? sublabelOf(resource, row) : resource.noun[0]}
        </span>
        {props.hasNeighbours && (
          <>
            <Tool label={t('resource.previous', { value: resource.noun[0] })} onClick={props.previous}>
              <ChevronUpIcon />
            </Tool>
            <Tool label={t('resource.next', { value: resource.noun[0] })} onClick={props.next}>
              <ChevronDownIcon />
            </Tool>
          </>
        )}
        {row && <PrimaryTool resource={resource} view={view} mount={mount} row={row} />}
        {row && (
          <Tool
            label={t('resource.removeThis', { kind: removalKind(view), noun: resource.noun[0] })}
            title={access.allowed ? undefined : missingWords(access)}
            onClick={access.allowed ? () => props.onDelete(row) : undefined}
          >
            <TrashIcon />
          </Tool>
        )}
        <Tool label={t('general.close')} onClick={props.onClose}>
          <CrossIcon />
        </Tool>
      </div>
      <h2 tabIndex={-1} className="mt-1 text-20 break-words outline-none">
        {title}
      </h2>
      {row && view.page && <PageLink to={view.page(row)} act={view.pageAct ?? t('resource.openThePage')} />}
      {row && view.notice?.(row)}
    </div>
  )
}

function PageLink({ to, act }: { to: string; act: string }) {
  return (
    <Link to={to as LinkProps['to']} className={`${buttonClasses('quiet', 'dense')} -ms-2.5`}>
      <OpenIcon size={14} />
      {act}
    </Link>
  )
}

function PrimaryTool({
  resource,
  view,
  mount,
  row,
}: Pick<DrawerHeadProps, 'resource' | 'view' | 'mount'> & { row: ResourceRow }) {
  const calls = callsAt(resource, mount)
  const access = usePermission(calls.setPrimary)
  const setPrimary = useSetPrimary({ resource, mount })
  const { setPrimary: trait } = resource.traits
  if (!trait || row[trait.flag] === true) return null
  const label = view.primary?.action ?? t('resource.makePrimary')
  const run = () =>
    setPrimary.mutate(row.id, {
      onSuccess: () =>
        showToast({ message: `${nameOf(resource, view, row)}: ${view.primary?.badge ?? t('resource.primary')}` }),
      onError: (error) => showToast({ message: error.message, tone: 'failed' }),
    })
  return (
    <Tool
      label={label}
      title={access.allowed ? label : missingWords(access)}
      onClick={access.allowed ? run : undefined}
    >
      <StarIcon />
    </Tool>
  )
}

interface ToolProps {
  label: string
  title?: string | undefined
  /** Absent where there is nothing to do. */
  onClick: (() => void) | undefined
  children: ReactNode
}

function Tool({ label, title = label, onClick, children }: ToolProps) {
  return (
    <Button
      variant="quiet"
      size="dense"
      aria-label={label}
      title={title}
      disabled={onClick === undefined}
      onClick={onClick}
      className="w-[30px] px-0 disabled:border-transparent disabled:bg-transparent disabled:opacity-50 max-md:w-11"
    >
      {children}
    </Button>
  )
}
