import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `node scripts/helm.ts`: writes the list of values of the chart into its README. `node scripts/helm.ts check` compares it, and lints and renders the chart with
 * all variants of values where Helm is installed.
 */
const chart = join(import.meta.dirname, '../deploy/helm/packhouse')
const readme = join(chart, 'README.md')
const START = '<!-- values -->'

const text = readFileSync(readme, 'utf8')
const wanted = `${text.slice(0, text.indexOf(START) + START.length)}\n\n${table()}\n`
if (process.argv[2] !== 'check') writeFileSync(readme, wanted)
else {
  if (text !== wanted)
    throw new Error('The README of the chart does not say what values.yaml has: run node scripts/helm.ts')
  check()
}

/** A row for each value, with the comment `-- …` in front of it. */
function table(): string {
  const rows = ['| value | default | meaning |', '| --- | --- | --- |']
  const path: { name: string; indent: number }[] = []
  let about = ''
  for (const line of readFileSync(join(chart, 'values.yaml'), 'utf8').split('\n')) {
    const comment = /^ *# (?:-- )?(.*)$/.exec(line)
    if (comment) about = /# -- /.test(line) ? (comment[1] ?? '') : `${about} ${comment[1]}`
    const entry = /^( *)([\w./-]+):(?: (.*))?$/.exec(line)
    if (entry === null) continue
    const [, { length: indent } = '', name = '', value] = entry
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop()
    path.push({ name, indent })
    if (value !== undefined || about !== '')
      rows.push(
        `| \`${path.map((part) => part.name).join('.')}\` | ${value === undefined ? '' : `\`${value}\``} | ${about.trim()} |`,
      )
    about = ''
  }
  return rows.join('\n')
}

function check(): void {
  if (spawnSync('helm', ['version']).error !== undefined) {
    console.log('Helm is not installed: the chart was not rendered.')
    return
  }
  const variants = [
    [],
    [
      '--set',
      'filesUrl=s3://bucket/packhouse',
      '--set',
      'secretKeys.brokerUrl=true',
      '--set',
      'secretKeys.databaseDirectUrl=true',
    ],
    [
      '--set',
      'api.autoscaling.enabled=false',
      '--set',
      'ingress.enabled=false',
      '--set',
      'networkPolicy.enabled=false',
    ],
    [
      '--set',
      `image.digest=sha256:${'0'.repeat(64)}`,
      '--set',
      'secretKeys.databaseReadUrl=true',
      '--set',
      'extraEnv[0].name=LOG_LEVEL,extraEnv[0].value=info',
    ],
  ]
  for (const values of variants) {
    execFileSync('helm', ['lint', '--strict', chart, ...values], { stdio: 'inherit' })
    const rendered = execFileSync('helm', ['template', 'packhouse', chart, ...values], { encoding: 'utf8' })
    console.log(`${rendered.split('\n---').length} objects with ${values.join(' ') || 'the defaults'}`)
  }
  if (spawnSync('helm', ['template', 'packhouse', chart, '--set', 'publicUrl=nowhere']).status === 0) {
    throw new Error('The schema of the values takes a wrong publicUrl.')
  }
}
