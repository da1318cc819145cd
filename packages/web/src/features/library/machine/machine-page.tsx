import type { ScreenProps } from '../../../resource/feature.ts'
import { RecordPage } from '../../../resource/record-page.tsx'
import { LibraryMachineDocuments } from '../documents/library-machine-documents.tsx'
import { ImagesPanel } from '../images/images-panel.tsx'
import { listedMachines } from '../machines/machine-list-view.tsx'
import { ConfigureButton } from './configure-link.tsx'
import { DuplicateButton } from './duplicate-button.tsx'
import { FieldPanel } from './field-panel.tsx'
import { MachineDrawing } from './machine-drawing.tsx'
import { machinePageView } from './machine-page-view.ts'
import { MachineTitle } from './machine-title.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { PricePanel } from './price-panel.tsx'
import { SpecsPanel } from './specs-panel.tsx'
import { StylesPanel } from './styles-panel.tsx'

/** The page of a machine of the library: what the field says first, then what it is. */
export function LibraryMachinePage({ id, related }: ScreenProps & { id: string }) {
  return (
    <RecordPage
      resource={listedMachines}
      view={{ ...machinePageView, related: [...(machinePageView.related ?? []), ...related] }}
      id={id}
      list="/library/machines"
      title={(row) => <MachineTitle row={row} />}
      acts={(row) => (
        <>
          <DuplicateButton row={row} />
          <ConfigureButton row={row} />
        </>
      )}
      overview={(row) => (
        <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-4 max-xl:grid-cols-1">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <FieldPanel row={row} />
            <SpecsPanel row={row} />
            <OptionsPanel row={row} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ImagesPanel row={row} />
            <MachineDrawing row={row} />
            <PricePanel row={row} />
            <StylesPanel row={row} />
            <LibraryMachineDocuments id={row.id} />
          </div>
        </div>
      )}
    />
  )
}
