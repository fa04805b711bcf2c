// The style sheet of the documentation, with the colours of the dashboard and the status pages.
import { hashOf, tokens } from '../pages/parts/style.ts'

const rules = `
*,*::before,*::after{box-sizing:border-box}
html{scroll-padding-top:5rem}
body{margin:0;font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
color:var(--text);background:var(--canvas);overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}svg{display:block;flex:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;z-index:3;background:var(--surface);padding:.5rem .75rem}
.top{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;
padding:.625rem 1.5rem;background:var(--surface);border-bottom:1px solid var(--border)}
.top>a{color:inherit;text-decoration:none;font-size:.875rem;display:flex;align-items:center;min-height:40px}
.top>a:hover{text-decoration:underline}
.top .home{gap:10px;font-size:1.0625rem;font-weight:620;letter-spacing:-.014em;margin-inline-end:auto}
.top .jump{display:none}
.find{position:relative;flex:0 1 22rem}
.find input{width:100%;height:40px;padding:0 12px;border:1px solid var(--field);border-radius:7px;
background:var(--canvas);color:var(--text);font:inherit;font-size:.9375rem}
.find input::placeholder{color:var(--muted);opacity:1}
.found{position:absolute;inset-inline:0;top:46px;margin:0;padding:6px;list-style:none;max-height:70vh;overflow:auto;
background:var(--surface);border:1px solid var(--strong);border-radius:11px;box-shadow:0 8px 24px #0003}
.found:empty{display:none}
.found a{display:block;padding:8px 10px;border-radius:7px;text-decoration:none;color:var(--text);font-size:.875rem}
.found a:hover,.found a:focus{background:var(--hover)}
.found b{display:block;font-weight:620}.found span,.found .none{color:var(--muted);font-size:.8125rem}
.found .none{padding:8px 10px}
.cols{display:grid;grid-template:"nav main here" auto/minmax(13rem,17rem) minmax(0,1fr) auto;max-width:1440px;margin:0 auto}
main{grid-area:main;min-width:0;max-width:52rem;padding:2.25rem 1.5rem 4rem 2.5rem}
.toc{grid-area:nav;padding:2.25rem 0 4rem 1.5rem;font-size:.875rem}
.here{grid-area:here;width:15rem;padding:2.25rem 1.5rem 2rem 0;font-size:.8125rem;position:sticky;top:61px;
align-self:start;max-height:calc(100vh - 61px);overflow:auto}
.here h2{font-size:.8125rem;font-weight:620;color:var(--muted);margin:0 0 .375rem}
.here ul{list-style:none;margin:0;padding:0;border-inline-start:1px solid var(--border)}
.here a{display:block;padding:4px 0 4px 12px;color:inherit;text-decoration:none;text-wrap:pretty}
.here a:hover{color:var(--accent);text-decoration:underline}.here .d3 a{padding-inline-start:26px;color:var(--muted)}
.toc h2{font-size:.8125rem;font-weight:620;color:var(--muted);margin:1.5rem 0 .375rem}
.toc h2:first-child{margin-top:0}
.toc ul{list-style:none;margin:0;padding:0}
.toc a{display:block;padding:5px 10px;margin-inline-start:-10px;border-radius:7px;color:inherit;text-decoration:none}
.toc a:hover{background:var(--hover)}
.toc a[aria-current]{background:var(--up-s);color:var(--accent);font-weight:620}
h1{font-size:1.875rem;line-height:1.2;letter-spacing:-.018em;font-weight:640;margin:0 0 1rem;text-wrap:balance}
main h2{font-size:1.3125rem;line-height:1.3;font-weight:630;letter-spacing:-.01em;margin:2.5rem 0 .75rem}
main h3{font-size:1.0625rem;font-weight:630;margin:1.75rem 0 .5rem}
main h4{font-size:1rem;font-weight:630;margin:1.5rem 0 .5rem}
main p,main ul,main ol{margin:.75rem 0}main li{margin:.25rem 0}main ul,main ol{padding-inline-start:1.4rem}
main img{max-width:100%;height:auto;border:1px solid var(--border);border-radius:11px}
blockquote{margin:1rem 0;padding:.125rem 1rem;border-inline-start:3px solid var(--strong);color:var(--muted)}
code{font:.875em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
:not(pre)>code{padding:1px 5px;border-radius:5px;background:var(--idle-s)}
.code{position:relative;margin:1rem 0}
.copy{position:absolute;inset-inline-end:6px;top:6px;min-width:58px;height:30px;padding:0 10px;border:1px solid var(--border);
border-radius:7px;background:var(--surface);color:var(--muted);font:inherit;font-size:.8125rem;cursor:pointer;opacity:0}
.code:hover .copy,.code:focus-within .copy{opacity:1}.copy:hover{color:var(--text);border-color:var(--strong)}
@media(hover:none){.copy{opacity:1}.code pre{padding-top:2.75rem}}
pre{margin:0;padding:.875rem 1rem;overflow:auto;background:var(--surface);border:1px solid var(--border);
border-radius:9px;overflow-wrap:normal}
pre code{font-size:.8125rem;line-height:1.6}
.wide{overflow:auto;margin:1rem 0;border:1px solid var(--border);border-radius:9px;background:var(--surface)}
table{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.5}
th,td{text-align:start;vertical-align:top;padding:8px 12px;border-top:1px solid var(--border);overflow-wrap:normal;
min-width:6rem}
thead th{border-top:0;font-weight:620;color:var(--muted)}tbody:first-child tr:first-child td{border-top:0}
td code{overflow-wrap:anywhere}
hr{border:0;border-top:1px solid var(--border);margin:2rem 0}
.foot{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--border);display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;
font-size:.875rem}
.foot a{display:inline-block;padding:4px 0}.foot .next{margin-inline-start:auto}
@media(max-width:1180px){.here{display:none}}
@media(max-width:860px){.top{padding:.5rem 1rem;position:static}.find{flex:1 1 100%;order:9}.top .jump{display:flex}
.cols{grid-template:"main" auto "nav" auto/minmax(0,1fr)}main{padding:1.25rem 1rem 2rem;max-width:none}
.toc{padding:1.5rem 1rem 3rem;border-top:1px solid var(--border);font-size:1rem}.toc a{padding:10px}
h1{font-size:1.5rem}.foot a,.found a{padding:10px 0}.found a{padding:10px}html{scroll-padding-top:1rem}}
@media print{.top,.toc,.here,.copy,.foot,.skip{display:none}.cols{display:block}main{max-width:none;padding:0}pre{white-space:pre-wrap}}`

export const style = `${tokens}${rules}`
export const styleHash = hashOf(style)
