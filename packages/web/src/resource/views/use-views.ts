import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { compareNames } from '../../lib/format/order.ts'
import { showToast } from '../../ui/toasts.tsx'
import { errorMessage } from '../error-messages.ts'
import { declared, type ParentMount, type ResourceRow } from '../registry.ts'
import { renew } from '../resource-queries.ts'
import { useStored } from '../stored.ts'
import type { ListAddress } from '../use-list-state.ts'
import { usePermission } from '../use-permission.ts'
import { useResourceList } from '../use-resource.ts'
import { differsFrom, fromQueryText, isStoredViews, ownKey, PLAIN, type SavedView, toQueryText } from './saved-view.ts'

const noViews: readonly never[] = []
/** So many shared views of a list are offered. */
const MOST = '200'

/** The views of a list: one's own, which are in the account, and those of all staff; which one is shown, and with which it opens. */
export function useViews(resource: Resource, list: ListAddress, mount: ParentMount | undefined) {
  const [stored, store] = useStored(`views:${resource.name}`, noViews, isStoredViews)
  const [mine, chooseMine] = useStored(`view-default:${resource.name}`, '', isText)
  const [naming, setNaming] = useState(false)
  const shared = useShared(resource)
  const own = stored.map((view): SavedView => ({ ...view, key: ownKey(view.name), shared: undefined }))
  const all = [...own, ...shared.views]
  const active = all.find(({ key }) => key === list.saved)
  const show = (view: SavedView | undefined) =>
    list.show(view?.parameters ?? {}, { saved: view?.key ?? PLAIN, columns: undefined })
  const first = all.find(({ key }) => key === mine) ?? shared.views.find((view) => view.shared?.isDefault)
  const opensWith = mine === PLAIN || mount !== undefined || !list.isBare ? undefined : first
  useOpening(opensWith, show)
  const save = async (name: string, columns: readonly string[], forAll: boolean) => {
    const view = { name, parameters: list.parameters, columns }
    if (!forAll) {
      store([...stored.filter((other) => other.name !== name), view].sort((a, b) => compareNames(a.name, b.name)))
      setNaming(false)
      return list.show(view.parameters, { saved: ownKey(name), columns: undefined })
    }
    const made = await shared.create(view)
    if (made === undefined) return
    setNaming(false)
    list.show(view.parameters, { saved: made.id, columns: undefined })
  }
  return {
    own,
    shared: shared.views,
    maySharing: shared.may,
    active,
    /** Whether the active one is another by now. @param columns those that are shown */
    isChanged: (columns: readonly string[]) =>
      active !== undefined && differsFrom(active, resource, list.parameters, columns),
    show,
    naming,
    setNaming,
    save,
    /** Saves the active one as the list is now. */
    update: async (columns: readonly string[]) => {
      if (active === undefined) return
      if (active.shared === undefined) return await save(active.name, columns, false)
      const view = { name: active.name, parameters: list.parameters, columns }
      if (await shared.update(active, view)) list.show(view.parameters, { saved: active.key, columns: undefined })
    },
    remove: async (view: SavedView) => {
      if (view.shared === undefined) store(stored.filter(({ name }) => name !== view.name))
      else await shared.remove(view)
      if (view.key === mine) chooseMine(undefined)
    },
    /** Whether the list opens with what is shown for the reader, and for everybody. */
    isMine: mine === (active?.key ?? PLAIN),
    chooseMine: (on: boolean) => chooseMine(on ? (active?.key ?? PLAIN) : undefined),
    chooseForAll: shared.choose,
    chooseForNobody: shared.clear,
  }
}

export type Views = ReturnType<typeof useViews>

/** A list that is opened without anything in its address shows the view that it opens with. */
function useOpening(view: SavedView | undefined, show: (view: SavedView) => void): void {
  useEffect(() => {
    if (view !== undefined) show(view)
  })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** What is sent of a view. */
type Content = Pick<SavedView, 'name' | 'parameters' | 'columns'>

/** The views of all staff, and what the reader may do with them. */
function useShared(resource: Resource) {
  const views = declared('sharedView')
  const { calls } = views
  const client = useQueryClient()
  const canRead = usePermission(calls.list).allowed
  const may = {
    create: usePermission(calls.create).allowed,
    update: usePermission(calls.update).allowed,
    remove: usePermission(calls.remove).allowed,
  }
  const { data } = useResourceList(views, { list: resource.name, pageSize: MOST }, { enabled: canRead })
  const change = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      showToast({ message: t('resource.viewNotSaved', { why: errorMessage(views, error) }), tone: 'failed' })
      return undefined
    } finally {
      await renew(client, views)
    }
  }
  const sent = ({ name, parameters, columns }: Content) => ({
    name,
    query: toQueryText(parameters),
    columns: [...columns],
  })
  const paramsOf = (view: SavedView) => ({ params: { id: view.shared?.id ?? '' } })
  return {
    views: (data?.items ?? noViews).map(toView),
    may,
    create: (view: Content) => change(() => callApi(calls.create, { body: { list: resource.name, ...sent(view) } })),
    update: async (view: SavedView, content: Content): Promise<boolean> => {
      const body = { ...sent(content), rowVersion: view.shared?.rowVersion ?? 0 }
      return (await change(() => callApi(calls.update, { ...paramsOf(view), body }))) !== undefined
    },
    remove: (view: SavedView) => change(() => callApi(calls.remove, paramsOf(view))),
    choose: (view: SavedView) => change(() => callApi(calls.setPrimary, paramsOf(view))),
    clear: (view: SavedView) => change(() => callApi(calls.clearPrimary, paramsOf(view))),
  }
}

function toView({ id, rowVersion, name, query, columns, isDefault }: ResourceRow): SavedView {
  return {
    key: id,
    name: String(name),
    parameters: fromQueryText(typeof query === 'string' ? query : null),
    columns: Array.isArray(columns) ? columns.map(String) : [],
    shared: { id, rowVersion, isDefault: isDefault === true },
  }
}
