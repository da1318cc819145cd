import type { CellBlock, HistoryEntry, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const BLOCK = '/compatibility-cells'

beforeAll(async () => {
  staff = await app.as('staff')
})

type Sent = { machineId: string; styleId: string; rowVersion: number | null; result: string | null; fields?: object }

const change = (machine: Row, style: Row, rowVersion: number | null, result: string | null, fields?: object): Sent => ({
  machineId: machine.id,
  styleId: style.id,
  rowVersion,
  result,
  ...(fields && { fields }),
})
const send = async (cells: Sent[], path = BLOCK) => await rows.send('PUT', path, { cells })
const must = async (cells: Sent[], path = BLOCK) => await rows.must<CellBlock>('PUT', path, { cells })

/** What puts a block back. */
function back({ cells }: CellBlock): Sent[] {
  return cells.map(({ machineId, styleId, before, after }) => {
    const { toolingCost = null } = before.cell ?? {}
    const fields = before.cell === null ? {} : { fields: { toolingCost } }
    return {
      machineId,
      styleId,
      rowVersion: after.cell?.rowVersion ?? null,
      result: before.cell?.result ?? null,
      ...fields,
    }
  })
}

describe('a block of cells', () => {
  test('is set in one step, answers what was before, and is put back by that', async () => {
    const machine = await rows.machine(await rows.type())
    const [open, answered, asked, silent] = [
      await rows.style(),
      await rows.style(),
      await rows.style(),
      await rows.style(),
    ]
    await rows.cell(machine, answered, { ...CONDITIONAL, evidence: 'reference' })
    await rows.cell(machine, asked, { result: 'unknown' })
    const block = await must([
      change(machine, open, null, 'yes'),
      change(machine, answered, 1, 'no', { toolingCost: null }),
      change(machine, asked, 1, 'unknown'),
      change(machine, silent, null, 'unknown'),
    ])
    expect(block.cells.map(({ before, after }) => [before.cell?.result, after.cell?.result])).toEqual([
      [undefined, 'yes'],
      ['conditional', 'no'],
      ['unknown', 'unknown'],
      [undefined, undefined],
    ])
    // What stays as it is has no new version, and what is not named stays.
    expect(block.cells.map(({ after }) => after.cell?.rowVersion)).toEqual([1, 2, 1, undefined])
    expect(block.cells[1]?.after.cell?.evidence).toBe('reference')
    const undone = await must(back(block))
    expect(undone.cells.map(({ after }) => after.cell?.result)).toEqual([
      undefined,
      'conditional',
      'unknown',
      undefined,
    ])
    const history = await rows.must<Page<HistoryEntry>>(
      'GET',
      `/machines/${machine.id}/compatible-styles/${open.id}/history`,
    )
    expect(history.items.map(({ action }) => action)).toEqual(['delete', 'create'])
    const path = `/machines/${machine.id}/compatible-styles/${answered.id}/history`
    const { items } = await rows.must<Page<HistoryEntry>>('GET', path)
    expect(items.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
      ['update', ['result', 'toolingCost']],
      ['update', ['result', 'toolingCost']],
      ['create', expect.anything()],
    ])
  })

  test('of 500 with one that somebody else has changed is refused whole, with both versions', async () => {
    const machine = await rows.machine(await rows.type())
    const made = await app.sql<{ id: string; cell: string }>(
      `WITH styles AS (INSERT INTO packaging_style (code, name, family, swap_length_width, materials)
         SELECT 'B-' || n, 'Block ' || n, 'bag', false, '{}' FROM generate_series(1, 500) n RETURNING id)
       INSERT INTO compatibility (machine_id, style_id, result) SELECT $1, id, 'yes' FROM styles RETURNING style_id AS id, id AS cell`,
      [machine.id],
    )
    const cells = made.map(({ id }) => change(machine, { id, rowVersion: 1 }, 1, 'no'))
    await rows.must('PUT', `/compatibility/${made[321]?.cell}`, { rowVersion: 1, ...CONDITIONAL })
    const { current, errors } = expectProblem(await send(cells), 'stale')
    expect(current).toMatchObject({
      cells: [{ styleId: made[321]?.id, wanted: 'no', current: { cell: { result: 'conditional', rowVersion: 2 } } }],
    })
    expect(errors?.map(({ path }) => path)).toEqual(['body.cells.321.rowVersion'])
    const [left] = await app.sql<{ count: number }>(
      `SELECT count(*)::int FROM compatibility WHERE machine_id = $1 AND result = 'yes'`,
      [machine.id],
    )
    expect(left?.count).toBe(499)
    const again = cells.map((cell, place) => (place === 321 ? { ...cell, rowVersion: 2 } : cell))
    expect((await must(again)).cells.every(({ after }) => after.cell?.result === 'no')).toBe(true)
    expect(
      await rows.faults('PUT', BLOCK, { cells: [...again, change(machine, await rows.style(), null, 'no')] }),
    ).toEqual(['body.cells'])
  })

  test('of two people at once: one is stored, the other sees what became of the cell', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    for (const [version, results] of [
      [null, ['yes', 'no']],
      [1, ['unknown', 'conditional']],
    ] as const) {
      const answers = await Promise.all(
        results.map((result) => send([change(machine, style, version, result, { toolingCost: '5' })])),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = answers.find(({ status }) => status === 200)?.body as CellBlock
      const loser = answers.find(({ status }) => status === 409)
      if (loser === undefined) throw new Error('Both were stored.')
      expect(expectProblem(loser, 'stale').current).toMatchObject({
        cells: [{ current: { cell: { result: winner.cells[0]?.after.cell?.result } } }],
      })
    }
  })

  test('is refused at each cell that cannot be so, and nothing of it is stored', async () => {
    const type = await rows.type()
    const [machine, style] = [await rows.machine(type), await rows.style()]
    const gone: Row = { id: crypto.randomUUID(), rowVersion: 1 }
    expect(await rows.faults('PUT', BLOCK, { cells: [change(machine, style, null, 'conditional')] })).toEqual([
      'body.cells.0.result',
    ])
    const both = [change(machine, style, null, 'no'), change(machine, gone, null, 'no')]
    expect(await rows.faults('PUT', BLOCK, { cells: both })).toEqual(['body.cells.1.styleId'])
    const twice = [change(machine, style, null, 'no'), change(machine, style, null, 'yes')]
    expect(await rows.faults('PUT', BLOCK, { cells: twice })).toEqual(['body.cells.1'])
    const wrong = [change(machine, style, null, 'yes', { documentId: gone.id })]
    expect(await rows.faults('PUT', BLOCK, { cells: wrong })).toEqual(['body.cells.0.fields.documentId'])
    const spans = [change(machine, style, null, 'yes', { speedMin: 5, speedMax: 4 })]
    expect(await rows.faults('PUT', BLOCK, { cells: spans })).toEqual(['body.cells.0.speedMax'])
    expect(await rows.must('GET', `/compatibility?machineId=${machine.id}`)).toMatchObject({ total: 0 })
    const cell = await rows.cell(machine, style)
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, {
      ids: [(await rows.option(machine)).id],
    })
    expect(await rows.faults('PUT', BLOCK, { cells: [change(machine, style, 1, null)] })).toEqual([
      'body.cells.0.result',
    ])
  })
})

describe('a block of answers for a material', () => {
  test('makes the cells it needs, counts as a change of them, and is put back', async () => {
    const machine = await rows.machine(await rows.type())
    const [open, answered] = [await rows.style(), await rows.style()]
    await rows.cell(machine, answered)
    const path = `/materials/${await rows.materialId('paper')}/compatibility-cells`
    const block = await must(
      [change(machine, open, null, 'no'), change(machine, answered, 1, 'conditional', { notes: 'slowly' })],
      path,
    )
    expect(
      block.cells.map(({ before, after }) => [before.material, after.material?.result, after.cell?.result]),
    ).toEqual([
      [null, 'no', 'unknown'],
      [null, 'conditional', 'yes'],
    ])
    expectProblem(await send([change(machine, answered, 1, 'yes')], path), 'stale')
    const again = block.cells.map(({ after }, place) =>
      change(machine, place === 0 ? open : answered, after.cell?.rowVersion ?? null, null),
    )
    const undone = await must(again, path)
    expect(undone.cells.map(({ after }) => [after.material, after.cell?.result])).toEqual([
      [null, 'unknown'],
      [null, 'yes'],
    ])
    const notes = await rows.faults('PUT', path, {
      cells: [change(machine, answered, undone.cells[1]?.after.cell?.rowVersion ?? null, 'conditional')],
    })
    expect(notes).toEqual(['body.cells.0.notes'])
    expectProblem(
      await send([change(machine, open, 1, 'no')], `/materials/${crypto.randomUUID()}/compatibility-cells`),
      'not_found',
    )
  })
})
