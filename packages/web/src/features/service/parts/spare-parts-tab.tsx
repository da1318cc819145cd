import { api, type SpareParts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBasket } from '../../../entities/parts-basket/use-basket.ts'
import { callApi } from '../../../lib/api-client.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { DrawingView } from './drawing/drawing-view.tsx'
import type { Drawing } from './drawing/use-drawing.ts'
import { LabelReader } from './label-reader.tsx'
import { PartRow } from './part-row.tsx'
import { PartsBasket } from './parts-basket.tsx'
import { sparePartsKey, useSpareParts } from './use-spare-parts.ts'

const TYPING_MS = 250

/** The drawing that is open, and the position on it. */
interface ShownDrawing {
  drawing: Drawing
  position: string | undefined
}

/** The spare parts of a machine as it was built, with a basket that becomes a request. @param id machine ID */
export function SparePartsTab({ id }: { id: string }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPING_MS)
  const { data, isLoadingError, refetch } = useSpareParts(id, search)
  const [shown, setShown] = useState<ShownDrawing>()
  const basket = useBasket(id)
  return (
    <PanelFrame bare title={t('service.spareParts')} className="grid gap-4 pb-4">
      {!data && isLoadingError && <PanelFailure what={t('service.spareParts')} onRetry={() => void refetch()} />}
      {!data && !isLoadingError && <Skeleton className="mx-4 h-24" />}
      {data?.total === 0 && <NoParts id={id} parts={data} />}
      {data && data.total > 0 && (
        <div className="grid gap-3 px-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
          <TextField
            type="search"
            label={t('service.searchParts')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <LabelReader onRead={setTyped} />
        </div>
      )}
      {data && <PlanButtons plans={data.plans} onAdd={basket.add} />}
      {data && data.total > 0 && (
        <div className={shown ? 'grid gap-4 px-4 lg:grid-cols-2' : 'px-4'}>
          <div className="min-w-0">
            <p role="status" className="pb-1 text-12 text-text-2">
              {t('service.partsFound', { shown: data.parts.length, found: data.found })}
            </p>
            <ul aria-label={t('service.spareParts')} className="border-t border-line">
              {data.parts.map((part) => (
                <PartRow
                  key={part.id}
                  part={part}
                  drawn={{ isShown: isOpen(part, shown), onDrawing: (from) => setShown(drawingOf(from)) }}
                  onAdd={basket.add}
                />
              ))}
            </ul>
          </div>
          {shown && (
            <DrawingView
              key={shown.drawing.documentId}
              id={id}
              {...shown}
              onPosition={(position) => setShown({ ...shown, position })}
              onAdd={basket.add}
              onClose={() => setShown(undefined)}
            />
          )}
        </div>
      )}
      {basket.lines.length > 0 && <PartsBasket id={id} basket={basket} />}
    </PanelFrame>
  )
}

function drawingOf(part: SpareParts['parts'][number] | undefined): ShownDrawing | undefined {
  return part?.drawing ? { drawing: part.drawing, position: part.position } : undefined
}

/** Whether the drawing of a part is open at its position. */
function isOpen({ drawing, position }: SpareParts['parts'][number], shown: ShownDrawing | undefined): boolean {
  return drawing !== null && drawing.documentId === shown?.drawing.documentId && position === shown.position
}

/** What the services of the machine need, each set into the basket by one press. */
function PlanButtons({
  plans,
  onAdd,
}: {
  plans: SpareParts['plans']
  onAdd: (parts: SpareParts['plans'][number]['parts']) => void
}) {
  if (plans.length === 0) return null
  return (
    <section aria-label={t('service.partsOfServices')} className="flex flex-wrap gap-2 px-4">
      {plans.map(({ id, name, parts }) => (
        <Button
          key={id}
          size="dense"
          className="whitespace-normal max-md:h-auto max-md:min-h-11"
          onClick={() => {
            onAdd(parts)
            showToast({ message: t('service.partsOfServiceAdded', { count: parts.length, name }) })
          }}
        >
          {t('service.addPartsOfService', { name, count: parts.length })}
        </Button>
      ))}
    </section>
  )
}

function NoParts({ id, parts }: { id: string; parts: SpareParts }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    try {
      const { copied } = await callApi(api.copyModelParts, { params: { id: parts.machineId } })
      await client.invalidateQueries({ queryKey: sparePartsKey(id) })
      showToast({ message: t('service.partsCopied', { count: copied }) })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 text-text-2">
      <p>{t('service.noPartsYet')}</p>
      {parts.model > 0 && (
        <Button size="dense" busy={isBusy} onClick={() => void copy()}>
          {t('service.copyModelParts', { count: parts.model })}
        </Button>
      )}
    </div>
  )
}
