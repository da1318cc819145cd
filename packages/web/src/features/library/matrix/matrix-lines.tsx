import { blockOf, type Selection } from './block.ts'
import { familyWords } from './family-words.ts'
import { type GridWindow, type Measures, STRIP } from './grid-measures.ts'
import type { MatrixData } from './matrix-data.ts'
import { MatrixFamilyLine } from './matrix-family-line.tsx'
import { MatrixLine } from './matrix-line.tsx'
import { FamilyName, StyleName } from './matrix-names.tsx'
import type { Line, Sheet } from './sheet.ts'
import { faintBits, pairWords, stripCells } from './strip-cells.ts'

export interface MatrixLinesProps {
  data: MatrixData
  sheet: Sheet
  measures: Measures
  selection: Selection
  wanted: ((code: number) => boolean) | undefined
  tops: readonly number[]
  drawn: GridWindow
  atId: string
}

interface PlacedLine {
  line: Line
  /** Its place among the lines. */
  place: number
  top: number
  height: number
}

const none: readonly number[] = []

/** The lines in sight: their names in the first column, which stays, and their cells. */
export function MatrixLines(props: MatrixLinesProps) {
  const { data, selection, measures } = props
  const placed = placedLines(props)
  return (
    <>
      <div
        aria-hidden="true"
        className="sticky start-0 z-3 h-full border-e border-line-2 bg-surface"
        style={{ width: measures.name }}
      >
        {placed.map(({ line, place, top, height }) => {
          if (line.kind === 'family') return <FamilyName key={place} family={line.family} top={top} height={height} />
          const style = data.styles[line.style]
          if (style === undefined) return null
          const isAt = line.row === selection.at.row
          return <StyleName key={place} style={style} isAt={isAt} top={top} height={height} />
        })}
      </div>
      {placed.map((one) => (
        <PlacedLineView key={one.place} {...props} placed={one} />
      ))}
    </>
  )
}

/** The lines in sight, and that of the cursor wherever it is: a screen reader still names its cell. */
function placedLines({ sheet, selection, tops, drawn }: MatrixLinesProps): PlacedLine[] {
  const places = Array.from({ length: Math.max(0, drawn.lineEnd - drawn.line) }, (_, index) => drawn.line + index)
  const atPlace = sheet.lineOfRow[selection.at.row]
  if (atPlace !== undefined && !places.includes(atPlace)) places.push(atPlace)
  return places.flatMap((place) => {
    const line = sheet.lines[place]
    const [top = 0, end = 0] = [tops[place], tops[place + 1]]
    return line === undefined ? [] : [{ line, place, top, height: end - top }]
  })
}

function PlacedLineView({ placed, ...props }: MatrixLinesProps & { placed: PlacedLine }) {
  const { line, place, top, height } = placed
  const { data, sheet, measures, wanted, drawn } = props
  const where = { top, height, rowIndex: place + 3 }
  if (line.kind === 'family') return <MatrixFamilyLine name={familyWords[line.family]} {...where} />
  const { at } = props.selection
  const isAt = line.row === at.row
  const strips = stripsOf(drawn, isAt ? Math.floor(at.column / STRIP) : undefined)
  const block = blockOf(props.selection)
  const isSelected = line.row >= block.row && line.row < block.rowEnd
  return (
    <MatrixLine
      {...where}
      name={data.styles[line.style]?.name ?? ''}
      nameWidth={measures.name}
      columnWidth={measures.column}
      places={strips}
      strips={strips.map((strip) => stripCells(data, sheet, line.style, strip))}
      faint={wanted === undefined ? none : strips.map((strip) => faintBits(data, sheet, line.style, strip, wanted))}
      at={isAt ? at.column : -1}
      atWords={isAt ? pairWords(data, sheet, at) : ''}
      atId={props.atId}
      selectedFrom={isSelected ? block.column : -1}
      selectedEnd={isSelected ? block.columnEnd : -1}
    />
  )
}

/** @param more a strip that is drawn too, in sight or not */
function stripsOf({ strip, stripEnd }: GridWindow, more: number | undefined): number[] {
  const strips = Array.from({ length: Math.max(0, stripEnd - strip) }, (_, index) => strip + index)
  return more === undefined || strips.includes(more) ? strips : [...strips, more]
}
