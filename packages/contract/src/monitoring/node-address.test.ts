import { expect, test } from 'vitest'
import { readNodeAddress, writeNodeAddress } from './node-address.ts'

test.each([
  ['ns=2;s=Press', 'ns=2;s=Press', []],
  ['i=2258', 'i=2258', []],
  ['ns=2;s=Press@Temps[3]', 'ns=2;s=Press@Temps[3]', []],
  ['s=a@s=b', 's=a@s=b', []],
  ['Temps[3].Value@ns=2;s=Press', 'ns=2;s=Press', ['Temps', 3, 'Value']],
  ['[1][2]@ns=1;i=5', 'ns=1;i=5', [1, 2]],
  ['Value@ns=2;s=a@i=5', 'ns=2;s=a@i=5', ['Value']],
  ['["a@i=1"].b@ns=2;s=x', 'ns=2;s=x', ['a@i=1', 'b']],
  ['["s=a"]@ns=2;s=x', 'ns=2;s=x', ['s=a']],
])('%s is the node %s and the part %j', (text, nodeId, path) => {
  expect(readNodeAddress(text)).toEqual({ nodeId, path })
})

test.each([
  [['Temps', 3, 'Value'], 'Temps[3].Value@ns=2;s=x'],
  [[], 'ns=2;s=x'],
  [['a@i=1'], '["a@i=1"]@ns=2;s=x'],
  [['s=a', 0], '["s=a"][0]@ns=2;s=x'],
])('the part %j is written as %s, and read as it was', (path, text) => {
  expect(writeNodeAddress({ nodeId: 'ns=2;s=x', path })).toBe(text)
  expect(readNodeAddress(text)).toEqual({ nodeId: 'ns=2;s=x', path })
})

test.each(['', 'plc.t1', 'Temps[3]@', '@i=5', 'Temps[@i=5', 'Temps[3]@press', 'ns=x;i=5', 'i=abc'])(
  '%j is no address of a node',
  (text) => {
    expect(readNodeAddress(text)).toBeUndefined()
  },
)
