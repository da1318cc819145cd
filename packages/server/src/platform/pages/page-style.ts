/** The colours are those of the application (packages/web/src/styles/tokens.css); the theme is that of the device. */
export const pageColours = {
  light:
    '--paper:#f3f1ec;--surface:#fff;--line:#e2ded4;--control:#8a8474;--text:#14203a;--text-2:#465069;--action:#14203a;--on-action:#fff;--bad:#b3261e;--bad-soft:#fbe8e5;--ok:#17703f;--ok-soft:#e2f1e7;--warn:#8f4a00;--warn-soft:#fdecd4;--bar:#14203a;--kraft-soft:#f4e9d6',
  dark: '--paper:#0e1626;--surface:#162135;--line:#283750;--control:#70809c;--text:#e9edf4;--text-2:#b5bfd0;--action:#e9edf4;--on-action:#111b2e;--bad:#ff8f86;--bad-soft:#472322;--ok:#5acb93;--ok-soft:#15372c;--warn:#f4b565;--warn-soft:#3f2d16;--bar:#0a101d;--kraft-soft:#372c1c',
}

/** The style of the public pages: small, of system fonts, for a phone first and for paper. */
export const pageStyle = `:root{color-scheme:light dark;${pageColours.light}}
@media(prefers-color-scheme:dark){:root{${pageColours.dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header{background:var(--bar);color:#f6f3ec}
header div,main{max-width:720px;margin:0 auto;padding:0 16px}
header div{display:flex;align-items:center;gap:10px;min-height:56px}
.mark{width:18px;height:18px;background:#d6a963;border-radius:3px}
.product{font-weight:600;margin-right:auto}
.sign-in{color:inherit;display:inline-flex;align-items:center;min-height:44px}
main{padding-top:16px;padding-bottom:40px}
h1{font-size:24px;line-height:1.25;margin:8px 0 12px}
h2{font-size:18px;line-height:1.3;margin:28px 0 8px}
h3{font-size:15px;margin:16px 0 6px;color:var(--text-2)}
p{margin:8px 0;max-width:65ch}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
header :focus-visible{outline-color:#e6c08a}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0;padding:14px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
dt{color:var(--text-2)}
dd{margin:0;font-weight:600}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}
code{font:0.9em ui-monospace,Menlo,Consolas,monospace}
.problems{gap:0;border-top:1px solid var(--line)}
.problems li{padding:10px 0;border-bottom:1px solid var(--line)}
.problems code{display:block;color:var(--text-2)}
li.document{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:8px 16px}
.file{display:flex;flex-wrap:wrap;gap:0 12px;align-items:center;justify-content:space-between}
.file>a{min-height:44px;text-decoration:none}
.file>a:first-child{flex:1 1 220px;min-width:0;padding:4px 0}
.title{display:block;hyphens:auto;font-weight:600;font-size:17px;text-decoration:underline;text-underline-offset:3px}
.file>.download{display:inline-flex;align-items:center;font-size:14px;text-decoration:underline}
.about{display:block;color:var(--text-2);font-size:14px;margin:2px 0 0}
.about a{display:inline-flex;align-items:center;min-height:44px}
.kept:not(:empty){margin-top:24px}
.old{display:inline-block;background:var(--warn-soft);color:var(--warn);border-radius:6px;padding:1px 8px;font-size:14px;font-weight:600}
.languages{display:flex;flex-wrap:wrap;gap:4px;margin:0 0 12px}
.languages a{display:inline-flex;align-items:center;min-height:44px;padding:0 12px;border-radius:8px}
.languages [aria-current]{background:var(--kraft-soft);font-weight:600}
details{margin:10px 0}
summary{min-height:44px;display:flex;align-items:center;gap:8px;cursor:pointer;color:var(--text-2)}
summary::before{content:"+";font-weight:700;width:1em;text-align:center}
details[open]>summary::before{content:"\\2212"}
.button,button{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
form{display:grid;gap:16px;max-width:520px}
label{display:block;font-weight:600;margin-bottom:4px}
input,textarea,select{width:100%;min-height:44px;padding:9px 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:8px}
textarea{min-height:110px;resize:vertical}
[aria-invalid]{border-color:var(--bad);border-width:2px}
.fault{color:var(--bad);margin:4px 0 0;font-size:14px}
.notice{margin:12px 0;padding:12px 16px;border-radius:10px;background:var(--ok-soft);color:var(--ok)}
.notice.bad{background:var(--bad-soft);color:var(--bad)}
.notice h1,.notice h2{margin:0;font-size:18px}
@media print{:root{${pageColours.light};--paper:#fff}header{background:none;color:inherit}header div,main{max-width:none;padding:0}.mark,.sign-in,.download,.languages,.paper,.kept,.button,form{display:none}li.document,dl{break-inside:avoid}details:not([open]){display:none}.title{text-decoration:none}}
`
