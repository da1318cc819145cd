import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

test('settings have defaults for everything but the password of the device', () => {
  expect(readSettings({ SAMPLE_DEVICE_PASSWORD: 'secret', SEED: '' })).toEqual({
    broker: { url: 'mqtt://127.0.0.1:1883', userName: 'sample-device', password: 'secret' },
    apiUrl: 'http://127.0.0.1:3000',
    accountPassword: undefined,
    seed: 1,
    historyMs: 7 * 24 * 3_600_000,
  })
})

test('settings are taken from the environment', () => {
  const passwords = { SAMPLE_DEVICE_PASSWORD: 'x', SAMPLE_PASSWORD: 'y' }
  const environment = { ...passwords, MQTT_URL: 'mqtts://broker', API_URL: 'https://host/base/', SEED: '7' }
  const history = { HISTORY_HOURS: '8' }
  expect(readSettings({ ...environment, ...history })).toMatchObject({
    broker: { url: 'mqtts://broker', password: 'x' },
    accountPassword: 'y',
    apiUrl: 'https://host/base',
    seed: 7,
    historyMs: 8 * 3_600_000,
  })
})

test.each([
  ['SAMPLE_DEVICE_PASSWORD', ''],
  ['MQTT_URL', 'broker:1883'],
  ['MQTT_URL', 'http://broker'],
  ['API_URL', 'host'],
  ['SEED', '-1'],
  ['SEED', '1.5'],
  ['SEED', '4294967296'],
  ['HISTORY_HOURS', '169'],
  ['HISTORY_HOURS', 'all'],
])('%s=%s is refused by name', (name, value) => {
  const read = () => readSettings({ SAMPLE_DEVICE_PASSWORD: 'secret', [name]: value })
  expect(read).toThrow(UsageError)
  expect(read).toThrow(name)
})
