import { readNodeAddress } from '@packhouse/contract'
import { ApplicationDescription, DataType, DataValue, StatusCodes, Variant, VariantArrayType } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { partOf, partsOf } from './value-part.ts'

const NODE = 'ns=2;s=Press'
const dataOf = (options: ConstructorParameters<typeof Variant>[0], statusCode = StatusCodes.Good) =>
  new DataValue({ statusCode, value: new Variant(options) })
const list = dataOf({ dataType: DataType.Double, arrayType: VariantArrayType.Array, value: [1.5, 2.5, 3.5] })
const matrix = dataOf({
  dataType: DataType.Int32,
  arrayType: VariantArrayType.Matrix,
  dimensions: [2, 3],
  value: [1, 2, 3, 4, 5, 6],
})
const large = dataOf({
  dataType: DataType.Int64,
  arrayType: VariantArrayType.Array,
  value: [
    [0, 7],
    [0x7fff_ffff, 0xffff_ffff],
  ],
})
const line = new ApplicationDescription({
  applicationUri: 'urn:line',
  applicationType: 2,
  applicationName: { text: 'Line 1', locale: 'en' },
  discoveryUrls: ['opc.tcp://a', 'opc.tcp://b'],
})
const structure = dataOf({ dataType: DataType.ExtensionObject, value: line })
const structures = dataOf({
  dataType: DataType.ExtensionObject,
  arrayType: VariantArrayType.Array,
  value: [line, line],
})
const number = dataOf({ dataType: DataType.Double, value: 4.5 })
const text = dataOf({ dataType: DataType.LocalizedText, value: { text: 'Held', locale: 'en' } })

function read(dataValue: DataValue, part: string) {
  const address = readNodeAddress(part === '' ? NODE : `${part}@${NODE}`)
  if (address === undefined) throw new Error(`${part} is no address.`)
  return partOf(dataValue, address)
}

test.each([
  [number, '', 4.5],
  [text, '', 'Held'],
  [text, 'locale', 'en'],
  [list, '[1]', 2.5],
  [matrix, '[1][2]', 6],
  [matrix, '[0][0]', 1],
  [large, '[0]', 7],
  [large, '[1]', '9223372036854775807'],
  [structure, 'ApplicationType', 2],
  [structure, 'applicationType', 2],
  [structure, 'ApplicationName', 'Line 1'],
  [structure, 'ApplicationName.locale', 'en'],
  [structure, 'DiscoveryUrls[1]', 'opc.tcp://b'],
  [structures, '[1].ApplicationUri', 'urn:line'],
  [dataOf({ dataType: DataType.Double, value: 4.5 }, StatusCodes.BadSensorFailure), '[3].x', null],
  [dataOf({ dataType: DataType.Double, value: 4.5 }, StatusCodes.UncertainInitialValue), '', 4.5],
])('%s at %s is %s', (dataValue, part, value) => {
  expect(read(dataValue, part)).toEqual({ value })
})

test.each([
  [list, '', 'a list of 3. Name one of its elements, such as [0]@ns=2;s=Press.'],
  [list, '[3]', 'ns=2;s=Press: the list has 3 elements, counted from 0, and 3 is not among them.'],
  [list, 'Value', 'an index such as [0] is needed before Value.'],
  [matrix, '[1]', 'a list of 3. Name one of its elements, such as [1][0]@ns=2;s=Press.'],
  [structure, '', 'Name one of its fields, such as ApplicationUri@ns=2;s=Press.'],
  [structure, 'Pressure', 'there is no field Pressure. There are ApplicationUri, ProductUri, ApplicationName, '],
  [
    structures,
    '[0].ApplicationName.colour',
    '[0].ApplicationName@ns=2;s=Press: there is no field colour. There are text, locale.',
  ],
  [structure, '[0]', 'there is no list, so that no element 0 can be taken.'],
  [number, 'x', 'there is no structure, so that no field x can be taken.'],
  [dataOf({ dataType: DataType.ByteString, value: Buffer.from('x') }), '', 'there are bytes or something else'],
])('%s at %s is a fault that says what there is', (dataValue, part, words) => {
  expect(read(dataValue, part)).toMatchObject({ fault: expect.stringContaining(words) })
})

test('all parts of a value are found with the addresses that name them', () => {
  expect(partsOf(structures, NODE)).toContainEqual({ address: '[1].ApplicationName@ns=2;s=Press', value: 'Line 1' })
  for (const dataValue of [list, matrix, large, structure, structures]) {
    const parts = partsOf(dataValue, NODE)
    expect(parts.length).toBeGreaterThan(0)
    for (const { address, value } of parts)
      expect(partOf(dataValue, readNodeAddress(address) ?? { nodeId: '', path: [] })).toEqual({ value })
  }
  expect(partsOf(number, NODE)).toEqual([])
  const long = dataOf({ dataType: DataType.Double, arrayType: VariantArrayType.Array, value: new Float64Array(9_000) })
  expect(partsOf(long, NODE).length).toBeLessThanOrEqual(500)
})
