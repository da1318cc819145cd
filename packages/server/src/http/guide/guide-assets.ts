import { createHash } from 'node:crypto'
import { pageColours } from '../../platform/pages/page-style.ts'
import { GUIDE_PATH } from './guide-book.ts'

/** The theme that was chosen in the product, and a button on every example that copies it. Every page can be read without. */
const script = `'use strict'
{
  const root = document.documentElement
  try {
    const chosen = localStorage.getItem('packhouse-theme')
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen
  } catch {
    // Storage can be forbidden; the system decides then.
  }
  document.addEventListener('DOMContentLoaded', () => {
    const { copy, copied } = document.body.dataset
    const status = document.createElement('p')
    status.className = 'unseen'
    status.setAttribute('role', 'status')
    document.body.append(status)
    for (const example of navigator.clipboard ? document.querySelectorAll('pre') : []) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = copy
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(example.querySelector('code').textContent)
        button.textContent = status.textContent = copied
        setTimeout(() => {
          button.textContent = copy
          status.textContent = ''
        }, 2000)
      })
      example.append(button)
    }
  })
}
`

/** Of the bar above the guides and above the reference of the API. */
export const barStyle = `.bar{background:var(--bar);color:#f6f3ec}
.bar :focus-visible{outline-color:#e6c08a}
.bar>div{display:flex;flex-wrap:wrap;align-items:center;gap:0 20px;max-width:1240px;margin:0 auto;padding:0 16px;min-height:56px}
.bar a{display:inline-flex;align-items:center;gap:10px;min-height:44px;text-decoration:none;color:#c3ccdb}
.bar a:hover{text-decoration:underline}
.bar .product{font-weight:600;color:inherit;margin-right:auto}
.bar [aria-current]{color:#f6f3ec;box-shadow:inset 0 -3px #d6a963}
.mark{width:18px;height:18px;background:#d6a963;border-radius:3px;flex:none}
`

const style = `:root,[data-theme=light]{color-scheme:light;${pageColours.light}}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;${pageColours.dark}}}
[data-theme=dark]{color-scheme:dark;${pageColours.dark}}
[data-theme=light]{color-scheme:light;${pageColours.light}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.6 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-9999px;display:flex;align-items:center;min-height:44px}
.skip:focus{left:16px;top:8px;z-index:1;background:var(--surface);color:var(--text);padding:10px 16px;border-radius:8px}
${barStyle}.page{max-width:1240px;margin:0 auto;padding:0 16px 48px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
form{display:flex;gap:8px;margin:20px 0 0;max-width:560px}
label{display:block;flex:1;min-width:0}
input{width:100%;min-height:44px;padding:9px 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:8px}
button{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;cursor:pointer}
main{min-width:0}
h1{font-size:30px;line-height:1.25;margin:28px 0 8px}
h2{font-size:21px;line-height:1.3;margin:36px 0 8px}
h3{font-size:17px;line-height:1.35;margin:24px 0 6px}
.anchor{color:var(--text-2);text-decoration:none;opacity:0;padding:0 4px}
:is(h2,h3):hover .anchor,.anchor:focus-visible{opacity:1}
main p,main li{max-width:70ch}
main p{margin:12px 0}
main li{margin:6px 0}
main ol,main ul{padding-left:24px}
strong{font-weight:600}
.part{color:var(--text-2);margin:28px 0 -20px}
code{font:.9em/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--kraft-soft);border-radius:4px;padding:1px 4px}
pre{position:relative;margin:14px 0;padding:14px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{background:none;padding:0}
pre button{float:right;order:1;position:static;margin:0 0 4px 12px;min-height:44px;padding:0 14px;font-size:14px;background:var(--kraft-soft);color:var(--text)}
pre:has(button){display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:start}
table{border-collapse:collapse;width:100%;margin:14px 0;background:var(--surface);border:1px solid var(--line)}
th,td{text-align:left;vertical-align:top;padding:8px 12px;border-bottom:1px solid var(--line)}
blockquote{margin:14px 0;padding:2px 16px;border-left:4px solid #b8884a;background:var(--surface);border-radius:0 10px 10px 0}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:10px;display:block}
mark{background:var(--warn-soft);color:var(--warn);border-radius:3px}
.notice{margin:20px 0 0;padding:10px 16px;border-radius:10px;background:var(--kraft-soft);max-width:70ch}
.headings{margin:16px 0;padding:12px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px;max-width:70ch}
.headings h2,.contents h2{font-size:15px;margin:0;color:var(--text-2)}
.headings ul{margin:4px 0 0;padding:0;list-style:none}
.headings li,.contents li{margin:0}
.headings a,.contents a{display:flex;align-items:center;min-height:44px}
.contents a{text-decoration:none;padding:4px 12px;border-radius:8px}
.contents a:hover{text-decoration:underline}
.contents [aria-current]{background:var(--kraft-soft);font-weight:600}
.contents{border-top:1px solid var(--line);padding-top:16px}
.contents h3{font-size:15px;margin:16px 0 0;color:var(--text-2)}
.contents ul{list-style:none;margin:0 -12px;padding:0}
.around{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(240px,100%),1fr));margin:40px 0 0}
.around a{display:block;padding:12px 16px;min-height:44px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.around span{display:block;color:var(--text-2);font-size:14px}
.around .next{text-align:right;grid-column:-2}
.list{list-style:none;padding:0!important;margin:8px 0 0;display:grid;gap:8px}
.list li{max-width:none;margin:0;padding:8px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.list a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
.list p{margin:0 0 4px;color:var(--text-2)}
@media(max-width:639px){.anchor{display:none}}
@media(min-width:640px){.two{grid-template-columns:1fr 1fr}}
@media(min-width:1000px){.page{grid-template-columns:280px minmax(0,1fr);gap:48px}
.contents{order:-1;border:0;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:28px 12px 24px}
.contents a,.headings a{min-height:32px}.to-contents{display:none!important}.home{grid-template-columns:minmax(0,1fr)}}
@media print{.bar,form,.contents,.around,.headings,.anchor,pre button{display:none!important}body{background:#fff;color:#000}}
`

/** What the pages are made with, by the last part of its address. */
export const guideAssets: ReadonlyMap<string, { content: string; contentType: string }> = new Map([
  ['guide.css', { content: style, contentType: 'text/css; charset=utf-8' }],
  ['guide.js', { content: script, contentType: 'text/javascript; charset=utf-8' }],
])

/** The address of an asset, which changes with its content. */
export function addressOfAsset(name: string): string {
  return `${GUIDE_PATH}/assets/${name}?v=${hashOfAsset(name)}`
}

export function hashOfAsset(name: string): string {
  const { content = '' } = guideAssets.get(name) ?? {}
  return createHash('sha256').update(content).digest('base64url').slice(0, 16)
}
