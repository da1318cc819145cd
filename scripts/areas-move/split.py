"""Splits the catalogue of messages by area, after move.mjs and fix.py. Usage: split.py <checkout>"""
import re,os,sys,subprocess,collections,glob
os.chdir(sys.argv[1])
def entries(text, indent):
    """Entries of an object literal, each with its value as it is written."""
    out=[]; lines=text.split('\n'); cur=[]
    start=re.compile(rf"^ {{{indent}}}(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[\w$]+|\[[^\]]+\]):")
    for l in lines:
        if start.match(l):
            if cur: out.append('\n'.join(cur))
            cur=[l]
        elif l.strip(): 
            if not cur: raise SystemExit('stray '+l)
            cur.append(l)
    if cur: out.append('\n'.join(cur))
    return out
def keyof(e):
    k=e.strip(); 
    if k[0]=="'": return re.match(r"'((?:[^'\\]|\\.)*)'",k).group(1)
    if k[0]=='"': return re.match(r'"((?:[^"\\]|\\.)*)"',k).group(1)
    return re.match(r'[\w$]+',k).group(0)
def dedent(e,n): return '\n'.join(l[n:] if l.startswith(' '*n) else l for l in e.split('\n'))
en=open('packages/messages/src/en.ts').read()
head_en,body=en.split('export const english = {\n',1); body=body[:body.rindex('\n} as const')]
E=entries(body,2)
de=open('packages/messages/src/de.ts').read()
m1=de.index('  messages: {\n')+len('  messages: {\n'); m2=de.index('\n  },\n  declared: {\n'); m3=m2+len('\n  },\n  declared: {\n'); m4=de.rindex('\n  },\n}')
D=entries(de[m1:m2],4); DD=entries(de[m3:m4],4)
files=[f for f in subprocess.check_output(['git','ls-files','areas','packages'],text=True).split() if re.search(r'\.(ts|tsx)$',f) and os.path.exists(f) and not f.startswith('packages/messages')]
texts={f:open(f).read() for f in files}
use=collections.defaultdict(collections.Counter)
keys={keyof(e) for e in E}
for f,s in texts.items():
    if '.test.' in f: continue
    a=f.split('/')[1] if f.startswith('areas/') else '?'
    for k in set(re.findall(r"'([a-zA-Z]+\.[a-zA-Z0-9]+)'",s)):
        if k in keys: use[k.split('.')[0]][a]+=1
area={}
for p,c in use.items():
    a,n=c.most_common(1)[0]
    if a not in ('?','sample') and n>=0.6*sum(c.values()) : area[p]=a
for p in ('general','home','comments','comment'): area.pop(p,None)
area.update({'home':'monitoring','comment':'comments','dataSheet':'data-act'})
print({a:[p for p in area if area[p]==a] for a in sorted(set(area.values()))})
# Declared texts go to the one area whose contract has them.
contract=collections.defaultdict(str)
for f,s in texts.items():
    m=re.match(r'areas/([^/]+)/(contract|server)/',f)
    if m and '.test.' not in f: contract[m.group(1)]+=s
    elif f.startswith('packages/') and '.test.' not in f and '/web/' not in f: contract['?']+=s
where={}
lit=collections.defaultdict(set)
for a,s in contract.items():
    for m in re.finditer(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`",s):
        lit[m.group(1) or m.group(2) or m.group(3) or ''].add(a)
def home(e):
    k=keyof(e); found=lit.get(k,set())
    return next(iter(found)) if len(found)==1 and not found & {'?','sample'} else None
out=collections.defaultdict(lambda:{'en':[],'de':[],'declared':[]}); rest={'en':[],'de':[],'declared':[]}
for e in E: (out[area[keyof(e).split('.')[0]]]['en'] if keyof(e).split('.')[0] in area else rest['en']).append(e)
for e in D: (out[area[keyof(e).split('.')[0]]]['de'] if keyof(e).split('.')[0] in area else rest['de']).append(e)
for e in DD:
    a=home(e); (out[a]['declared'] if a else rest['declared']).append(e)
def folder(a): return 'packages/messages/src/shared' if a=='shared' else f'areas/{a}/messages'
out['shared']=rest
for a,o in sorted(out.items()):
    os.makedirs(folder(a),exist_ok=True)
    about=' Texts that no area has alone.' if a=='shared' else ''
    open(f'{folder(a)}/en.ts','w').write(f'/** English: ICU messages by key, in alphabetical order.{about} */\nexport const english = {{\n'+'\n'.join(o['en'])+('\n' if o['en'] else '')+'} as const\n')
    open(f'{folder(a)}/de.ts','w').write(f"import type {{ english }} from './en.ts'\n\n/** German.{about} */\nexport const german: Readonly<Record<keyof typeof english, string>> = {{\n"+'\n'.join(dedent(e,2) for e in o['de'])+('\n' if o['de'] else '')+"}\n\n/** Labels, help and rules of its declarations. */\nexport const declared: Readonly<Record<string, string>> = {\n"+'\n'.join(dedent(e,2) for e in o['declared'])+('\n' if o['declared'] else '')+"}\n")
names=sorted(out)
camel=lambda a: re.sub(r'-(.)',lambda m:m.group(1).upper(),a)
def place(a): return './shared' if a=='shared' else f'../../../{folder(a)}'
imp=lambda lang: '\n'.join(f"import * as {camel(a)} from '{place(a)}/{lang}.ts'" for a in names)
open('packages/messages/src/en.ts','w').write(imp('en')+'\n\n/** English: ICU messages by key. Those of an area are in its folder. `npm run i18n` finds keys that nobody uses. */\nexport const english = {\n'+''.join(f'  ...{camel(a)}.english,\n' for a in names)+'} as const\n')
open('packages/messages/src/de.ts','w').write(imp('de')+"\nimport type { Catalogue } from './catalogue.ts'\n\n/** German. Texts of an area are in its folder. */\nexport const german: Catalogue = {\n  language: 'de',\n  name: 'Deutsch',\n  messages: {\n"+''.join(f'    ...{camel(a)}.german,\n' for a in names)+"  },\n  declared: {\n"+''.join(f'    ...{camel(a)}.declared,\n' for a in names)+"  },\n}\n")
open('scripts/i18n/text-places.test.ts','w').write("""import { globSync } from 'node:fs'
import { join } from 'node:path'
import { catalogues } from '@packhouse/messages/catalogues'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const [{ messages: english }, german] = catalogues

type Texts = Readonly<Record<string, string>>

/** What the files of one language export under a name, by file. */
async function partsOf(language: string, name: string): Promise<Record<string, Texts>> {
  const files = globSync(`{areas/*/messages,packages/messages/src/shared}/${language}.ts`, { cwd: ROOT })
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file)) as Promise<Record<string, Texts>>))
  return Object.fromEntries(files.map((file, place) => [file, modules[place]?.[name] ?? {}]))
}

test.each([
  ['en', 'english', english],
  ['de', 'german', german?.messages],
  ['de', 'declared', german?.declared],
])('each text of %s (%s) is in the file of one area, and the catalogue has them all', async (language, name, joined) => {
  const parts = await partsOf(language, name)
  const filesOf = new Map<string, string[]>()
  for (const [file, texts] of Object.entries(parts))
    for (const key of Object.keys(texts)) filesOf.set(key, [...(filesOf.get(key) ?? []), file])
  expect([...filesOf].filter(([, files]) => files.length > 1)).toEqual([])
  expect([...filesOf.keys()].toSorted()).toEqual(Object.keys(joined ?? {}).toSorted())
})
""")
print(len(E),len(rest['en']),len(DD),len(rest['declared']),{a:[len(o[k]) for k in o] for a,o in out.items()})
