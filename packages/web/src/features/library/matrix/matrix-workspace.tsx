import { api } from '@packhouse/contract'
import { useRef } from 'react'
import { Frame, useIsPhone } from '../../../resource/frame.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { blockOf, sizeOf } from './block.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { deskMeasures, phoneMeasures } from './grid-measures.ts'
import { KeyBar } from './key-bar.tsx'
import type { MatrixData } from './matrix-data.ts'
import { everything } from './matrix-filter.ts'
import { MatrixGrid, type MatrixGridHandle } from './matrix-grid.tsx'
import { MatrixHeader } from './matrix-header.tsx'
import { NothingShown } from './nothing-shown.tsx'
import { PairDrawer } from './pair-drawer.tsx'
import { pairAt } from './strip-cells.ts'
import { TouchBar } from './touch-bar.tsx'
import { useAnswers } from './use-answers.ts'
import { useDrawer } from './use-drawer.ts'
import { useGridActs } from './use-grid-acts.ts'
import type { MatrixAddress } from './use-matrix-address.ts'
import { useMatrixView } from './use-matrix-view.ts'
import { useMaterials } from './use-pair-choices.ts'
import { useSelection } from './use-selection.ts'

/** The matrix with everything around it. */
export function MatrixWorkspace({ data: answered, address }: { data: MatrixData; address: MatrixAddress }) {
  const { desk, state, shown: data } = useAnswers(answered)
  const { sheet, counts, wanted, types, total } = useMatrixView(data, address.filter)
  const { selection, select, moves } = useSelection(data, sheet, address)
  const grid = useRef<MatrixGridHandle>(null)
  const mayAnswer = usePermission(api.setCompatibilityCells).allowed
  const materials = useMaterials()
  const material = materials.find(({ sublabel }) => sublabel === address.material)
  const drawer = useDrawer(pairAt(data, sheet, selection.at))
  const acts = useGridActs({ data, sheet, selection, select, desk, drawer, mayAnswer, material: material?.value })
  const measures = useIsPhone() ? phoneMeasures : deskMeasures
  const { pair } = drawer
  const back = () => {
    if (!matchMedia('(min-width: 80rem)').matches) drawer.close()
    grid.current?.focus()
  }
  return (
    <Frame>
      <div className="flex min-h-0 flex-1 flex-col px-8 pt-4 max-md:h-[calc(100dvh-var(--head))] max-md:flex-none max-md:px-0 max-md:pt-3">
        <MatrixHeader
          {...{ counts, total, mayAnswer, desk, state, types }}
          filter={address.filter}
          material={address.material}
          materials={materials.map(({ sublabel = '', label }) => ({ value: sublabel, label }))}
          onChange={address.change}
          onImported={desk.renew}
        />
        {total === 0 ? (
          <NothingShown
            isEmpty={data.machines.length === 0 || data.styles.length === 0}
            onClear={() => address.change({ ...everything, material: '' })}
          />
        ) : (
          <MatrixGrid ref={grid} {...{ data, sheet, measures, selection, moves, acts, wanted }} />
        )}
        <TouchBar mayAnswer={mayAnswer} onAnswer={acts.answer} onOpen={acts.open} />
        <KeyBar mayAnswer={mayAnswer} selected={sizeOf(blockOf(selection))} />
      </div>
      {drawer.isOpen && pair !== undefined && (
        <PairDrawer
          ref={drawer.handle}
          machine={pair.machine}
          style={pair.style}
          mayChange={mayAnswer}
          askedConditional={drawer.asked}
          onSaved={desk.took}
          onDirty={drawer.onDirty}
          onBack={back}
          onClose={() => {
            drawer.close()
            grid.current?.focus()
          }}
        />
      )}
      {state.conflict && <ConflictDialog conflict={state.conflict} data={data} onClose={desk.closeConflict} />}
    </Frame>
  )
}
