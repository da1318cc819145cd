import { api, type OpcuaNode } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CheckIcon, PlusIcon } from '../../../ui/tool-icons.tsx'
import { NodesMap } from './nodes-map.tsx'

type Place = Pick<OpcuaNode, 'name' | 'nodeId'>

/** The nodes of a server to choose from; those that are chosen go into the tag map of the machine. */
export function NodesTab({ row }: { row: ResourceRow }) {
  const access = usePermission(api.browseOpcuaConnection)
  const [path, setPath] = useState<Place[]>([])
  const [chosen, setChosen] = useState<OpcuaNode[]>([])
  const nodeId = path.at(-1)?.nodeId
  const query = useQuery({
    queryKey: ['opcua-nodes', row.id, row.rowVersion, nodeId],
    queryFn: () =>
      callApi(api.browseOpcuaConnection, { params: { id: row.id }, query: nodeId === undefined ? {} : { nodeId } }),
    enabled: access.allowed,
    retry: false,
    staleTime: 0,
  })
  const toggle = (node: OpcuaNode) => {
    const others = chosen.filter((one) => one.nodeId !== node.nodeId)
    setChosen(others.length < chosen.length ? others : [...chosen, node])
  }
  if (!access.allowed) return <p className="text-13 text-text-2">{missingWords(access)}</p>
  const trouble = query.error?.message ?? query.data?.trouble
  return (
    <div className="grid gap-3">
      <p className="text-13 text-text-2">{t('telemetry.aMachineOfThePackmlCompanion')}</p>
      <PathRow path={path} onGo={setPath} />
      {trouble && (
        <Alert tone="bad">
          {trouble}{' '}
          <Button size="dense" onClick={() => void query.refetch()}>
            {t('general.tryAgain')}
          </Button>
        </Alert>
      )}
      {query.isPending && <Skeleton className="h-40" />}
      {query.data && !trouble && query.data.nodes.length === 0 && (
        <p className="text-13 text-text-2">{t('telemetry.thereIsNothingBelowThisNode')}</p>
      )}
      <ul aria-label={t('telemetry.nodes')} className="grid">
        {query.data?.nodes.map((node) => (
          <NodeRow
            key={node.nodeId}
            node={node}
            isChosen={chosen.some((one) => one.nodeId === node.nodeId)}
            onOpen={() => setPath([...path, node])}
            onToggle={() => toggle(node)}
          />
        ))}
      </ul>
      <NodesMap row={row} chosen={chosen} onDone={() => setChosen([])} />
    </div>
  )
}

function PathRow({ path, onGo }: { path: Place[]; onGo: (path: Place[]) => void }) {
  return (
    <nav aria-label={t('telemetry.placeInTheServer')} className="flex flex-wrap items-center gap-1 text-13">
      <Button size="dense" variant="quiet" onClick={() => onGo([])}>
        {t('telemetry.objects')}
      </Button>
      {path.map(({ name, nodeId }, place) => (
        <span key={nodeId} className="inline-flex items-center gap-1">
          <ChevronRightIcon size={12} className="text-text-3" />
          <Button size="dense" variant="quiet" onClick={() => onGo(path.slice(0, place + 1))}>
            {name}
          </Button>
        </span>
      ))}
    </nav>
  )
}

interface NodeRowProps {
  node: OpcuaNode
  isChosen: boolean
  onOpen: () => void
  onToggle: () => void
}

function NodeRow({ node, isChosen, onOpen, onToggle }: NodeRowProps) {
  const { name, kind, nodeId, dataType, value, readable } = node
  const row =
    'flex min-h-9 min-w-0 flex-1 items-center gap-2 px-1 py-1 text-start text-13 hover:bg-surface-3 disabled:hover:bg-transparent focus-visible:-outline-offset-2 max-md:min-h-11'
  if (kind === 'object') {
    return (
      <li className="flex border-t border-line">
        <button type="button" onClick={onOpen} title={nodeId} className={row}>
          <ChevronRightIcon size={14} className="shrink-0 text-text-2" />
          <span className="wrap-anywhere">{name}</span>
        </button>
      </li>
    )
  }
  const Icon = isChosen ? CheckIcon : PlusIcon
  return (
    <li className="flex border-t border-line">
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={!readable}
        onClick={onToggle}
        title={nodeId}
        className={row}
      >
        <Icon size={14} className={isChosen ? 'shrink-0 text-ok' : 'shrink-0 text-text-2'} />
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        <span className="shrink-0 text-12 text-text-2">{readable ? dataType : t('telemetry.listOrStructure')}</span>
        <bdi className="max-w-[35%] truncate text-text-2 tabular-nums">{value === null ? '–' : String(value)}</bdi>
      </button>
      {kind === 'variable' && (
        <Button size="dense" variant="quiet" aria-label={t('telemetry.below', { name })} onClick={onOpen}>
          <ChevronRightIcon size={14} />
        </Button>
      )}
    </li>
  )
}
