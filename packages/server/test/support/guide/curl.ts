import { readFileSync, writeFileSync } from 'node:fs'

/** Does what the examples of the guides need of curl, for machines that have none: `-sS`, `-i`, `-f`, `-N`, `-X`, `-H`, `-d`, `-o` and `-G`. */
const headers = new Headers()
const data: string[] = []
const switches = new Set<string>()
let [method, url, output] = ['', '', '']

const args = process.argv.slice(2)
const takeValue = (option: string) => {
  const value = args.shift()
  if (value === undefined) throw new Error(`${option} has no value.`)
  return value
}
while (args.length > 0) {
  const option = args.shift() ?? ''
  if (option === '-X') method = takeValue(option)
  else if (option === '-o') output = takeValue(option)
  else if (option === '-H') {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(takeValue(option)) ?? []
    headers.append(name, value)
  } else if (option === '-d' || option === '--data-urlencode') data.push(bodyOf(option, takeValue(option)))
  else if (/^-[a-zA-Z]+$/.test(option)) for (const letter of option.slice(1)) switches.add(letter)
  else if (option.startsWith('-') || url !== '') throw new Error(`${option} is not known here.`)
  else url = option
}
for (const letter of switches) if (!'sSifNG'.includes(letter)) throw new Error(`-${letter} is not known here.`)

function bodyOf(option: string, value: string): string {
  if (value.startsWith('@')) return readFileSync(value.slice(1), 'utf8')
  return option === '-d' ? value : value.replace(/=(.*)$/, (_all, text) => `=${encodeURIComponent(text)}`)
}

const body = data.join('&')
if (switches.has('G')) url = `${url}?${body}`
const isSent = data.length > 0 && !switches.has('G')
const answer = await fetch(url, { method: method || (isSent ? 'POST' : 'GET'), headers, ...(isSent ? { body } : {}) })
const head = switches.has('i')
  ? `HTTP/1.1 ${answer.status} ${answer.statusText}\n${[...answer.headers].map(([name, value]) => `${name}: ${value}\n`).join('')}\n`
  : ''
const text = head + (await answer.text())
if (switches.has('f') && !answer.ok) process.exitCode = 22
else if (output === '') process.stdout.write(text)
else writeFileSync(output, text)
