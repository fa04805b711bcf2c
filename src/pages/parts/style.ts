// The style sheet of all public pages: the required tokens of the dashboard.
import { createHash } from 'node:crypto'

export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const tokens = `
:root{color-scheme:light dark;
--canvas:light-dark(#f5f7f4,#0b1210);--surface:light-dark(#fff,#111a17);--hover:light-dark(#f1f4f0,#16211d);
--border:light-dark(#dfe4de,#22302b);--strong:light-dark(#c3cbc4,#364640);--field:light-dark(#8b9790,#5f7068);
--text:light-dark(#13211c,#e7eeea);--muted:light-dark(#4d5c55,#a3b3ac);
--accent:light-dark(#0e5c4e,#7fd8c1);--on-accent:light-dark(#fff,#06201a);
--up:light-dark(#17977a,#3fbf9b);--up-t:light-dark(#0b7059,#5ccfae);--up-s:light-dark(#e2f3ed,#12302a);
--up-q:light-dark(#9ad1c0,#28705f);
--degraded:light-dark(#c47d00,#f3b740);--degraded-t:light-dark(#835000,#f3b740);
--degraded-s:light-dark(#fcf0d8,#33270d);
--down:light-dark(#bb2a18,#ff6d56);--down-t:light-dark(#b02412,#ff8a75);--down-s:light-dark(#fde8e4,#3a1712);
--maintenance:light-dark(#3f74d6,#7ba8ff);--maintenance-t:light-dark(#2a5bb2,#90b6ff);
--maintenance-s:light-dark(#e6eefb,#16243f);
--idle:light-dark(#87948d,#6e7f77);--idle-t:light-dark(#56645d,#a3b3ac);--idle-s:light-dark(#eceeeb,#1b2622);
--untracked:light-dark(#d5dbd5,#2b3833)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
@media(prefers-contrast:more){:root{--border:light-dark(#8b9790,#5f7068);--muted:var(--text);--up-q:var(--up)}}`

const tones = ['up', 'degraded', 'down', 'maintenance', 'idle']
  .map((tone) => `.${tone}{--f:var(--${tone});--t:var(--${tone}-t);--w:var(--${tone}-s)}`)
  .join('')

const rules = `
*,*::before,*::after{box-sizing:border-box}
body{margin:0;font:400 1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
color:var(--text);background:var(--canvas);overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol,fieldset{margin:0;padding:0;border:0}ul,ol{list-style:none}
a{color:var(--accent);text-underline-offset:3px}svg{display:block;flex:none}
button,input,select{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem .75rem}
.wrap{max-width:860px;margin:0 auto;padding:1.5rem 1.25rem 3rem}
.top{display:flex;align-items:center;gap:1rem;margin-bottom:2rem}
.logo{display:flex;align-items:center;gap:11px;font-size:1.1875rem;font-weight:620;letter-spacing:-.014em;color:inherit;
text-decoration:none;min-width:0}
.logo img{max-height:34px;width:auto;max-width:14rem;display:block}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:40px;padding:0 14px;
border:1px solid var(--strong);border-radius:7px;background:var(--surface);font-size:.875rem;font-weight:500;
white-space:nowrap;cursor:pointer;color:var(--text);text-decoration:none}
.btn:hover{background:var(--hover)}.top .logo{margin-inline-end:auto}
.primary,.primary:hover{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.banner{display:grid;grid-template-columns:auto minmax(0,1fr);gap:1rem;align-items:center;padding:1.25rem 1.5rem;
border-radius:11px;background:var(--w);border:1px solid color-mix(in srgb,var(--f) 45%,transparent)}
h1{font-size:1.625rem;line-height:1.2;letter-spacing:-.014em;font-weight:620;text-wrap:balance}
.banner p,.intro{color:var(--muted);font-size:.875rem;margin-top:3px}.intro{margin:0 0 1.5rem;white-space:pre-line}
.s{fill:var(--f)}.s .k{fill:none;stroke:var(--surface);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.s .o{fill:none;stroke:var(--f);stroke-width:1.6;stroke-dasharray:2.4 1.6}
h2{font-size:1rem;font-weight:620;margin:2.5rem 0 .75rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
h2 small{margin-inline-start:auto;font-weight:400;font-size:.8125rem;color:var(--muted)}
.ann{border:1px solid var(--border);border-inline-start:4px solid var(--f);border-radius:7px;background:var(--surface);
margin-top:1rem;padding:1.25rem}
h2+.ann{margin-top:0}
.ann h2,.ann h3{font-size:1.0625rem;font-weight:620;line-height:1.35;margin:0;display:block}
.ann h2>svg,.ann h3>svg{display:inline-block;vertical-align:-2px;margin-inline-end:10px}
.pill{display:inline-block;margin-inline-start:8px;padding:0 9px;border-radius:99px;background:var(--w);color:var(--t);
font-size:.8125rem;font-weight:500}
.aff{font-size:.8125rem;color:var(--muted);margin-top:3px}
.ups{margin-top:1rem;display:grid;gap:.75rem}.ups li{display:grid;grid-template-columns:128px minmax(0,1fr);gap:.75rem;
font-size:.875rem}
.ups b{display:block;font-weight:620}.ups time,.day>time{color:var(--muted);font-size:.8125rem;
font-variant-numeric:tabular-nums}.ups p{white-space:pre-line}
.comps{background:var(--surface);border:1px solid var(--border);border-radius:11px;overflow:hidden}
.comp{padding:1rem 1.25rem;border-top:1px solid var(--border)}.comp:first-child{border-top:0}
.l{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;margin-bottom:9px}.l h3{font-size:1rem;font-weight:620}
.l .d{color:var(--muted);font-size:.8125rem}
.st{display:inline-flex;gap:7px;align-items:center;color:var(--t);font-size:.875rem}.l .st{margin-inline-start:auto}
.bs{overflow:hidden;direction:ltr}.b{width:100%;height:30px}.b .q{fill:var(--up-q)}.b .n{fill:var(--untracked)}
.b .degraded,.b .down,.b .maintenance{fill:var(--f)}
.sc{display:flex;justify-content:space-between;gap:.5rem;font-size:.75rem;color:var(--muted);margin-top:6px;
font-variant-numeric:tabular-nums}.sc a{color:inherit}
.n30{display:none}.cause{font-size:.875rem;color:var(--t);margin-bottom:9px}
summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
summary .l h3::before{content:"";display:inline-block;width:.4em;height:.4em;margin-inline-end:.6em;
border:solid var(--muted);border-width:0 1.6px 1.6px 0;transform:rotate(-45deg);vertical-align:2px}
details[open]>summary .l h3::before{transform:rotate(45deg)}
.kids{margin-top:.75rem;border-top:1px solid var(--border)}
.kids li{display:grid;grid-template-columns:minmax(0,10rem) minmax(0,1fr) 4rem 8.5rem;gap:1rem;align-items:center;
padding:9px 0 0;font-size:.875rem}
.kids .u{text-align:end;color:var(--muted);font-variant-numeric:tabular-nums;font-size:.8125rem}
.kids .st{justify-self:end}
.kids .b{height:16px}
.rt{margin:.75rem 0 0;font-size:.75rem;color:var(--muted)}
.rt svg{width:100%;height:60px;margin-top:4px;border-bottom:1px solid var(--border)}
.rt path{fill:none;stroke:var(--accent);stroke-width:1.3;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.tip{position:fixed;z-index:1;padding:4px 9px;border-radius:5px;background:var(--text);color:var(--canvas);
font-size:.8125rem;pointer-events:none;white-space:nowrap}
.day{border-top:1px solid var(--border);padding:.75rem 0;display:grid;grid-template-columns:118px minmax(0,1fr);
gap:.75rem;font-size:.875rem}.day:last-of-type{border-bottom:1px solid var(--border)}
.day p{white-space:pre-line}.day div+div{margin-top:.75rem}.day a{color:inherit;font-weight:620}
.muted{color:var(--muted)}
.box{background:var(--surface);border:1px solid var(--border);border-radius:11px;padding:1.25rem;margin-top:2.5rem}
.box h2{margin:0}.box .form+p{margin-top:.75rem}.box p{font-size:.875rem;color:var(--muted)}
.form{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
.form label{flex:1 1 14rem;font-size:.8125rem;color:var(--muted)}.form label.by{flex:0 1 9rem}
.form input,.form select{display:block;width:100%;height:40px;margin-top:2px;padding:0 12px;
border:1px solid var(--field);border-radius:7px;background:var(--surface);color:var(--text);font-size:1rem}
.form .btn{align-self:end}.err{color:var(--down-t)!important;flex-basis:100%}
fieldset{margin:1.25rem 0}legend{font-weight:620;padding:0;margin-bottom:.5rem}
.tick{display:flex;gap:.6rem;align-items:center;min-height:32px}
.tick input{width:18px;height:18px;accent-color:var(--accent)}
table{border-collapse:collapse;width:100%;font-size:.875rem;background:var(--surface)}
th,td{text-align:start;padding:7px 12px;border-bottom:1px solid var(--border);font-variant-numeric:tabular-nums}
caption{text-align:start;padding-bottom:.5rem;color:var(--muted)}
.pager{display:flex;justify-content:space-between;margin-top:1.5rem;font-size:.875rem}
.foot{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--border);display:flex;flex-wrap:wrap;
gap:.25rem 1.25rem;color:var(--muted);font-size:.8125rem;align-items:center}
.foot a,.foot button{color:inherit;display:inline-block;padding:4px 0}
.foot button{border:0;background:none;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.foot [hidden]{display:none}.foot p{flex-basis:100%;white-space:pre-line}
.by-lw{margin-inline-start:auto;display:inline-flex;gap:7px;align-items:center}
.frame{padding:0 12px;min-height:64px;display:flex;align-items:center;gap:10px;background:none;font-size:.875rem}
.frame a{color:inherit}
@media(max-width:620px){.wrap{padding:1rem 1rem 2.5rem}.top{margin-bottom:1.25rem}.banner{padding:1rem}
h1{font-size:1.3125rem}.ups li,.day{grid-template-columns:minmax(0,1fr);gap:0}.comp{padding:1rem}
.l .d{order:3;flex-basis:100%}.kids li{grid-template-columns:minmax(0,1fr) auto;gap:4px 1rem}
.kids .bs,.kids .short{grid-row:2}.kids .u{grid-row:2;justify-self:end}.foot a,.foot button,.sc a{padding:10px 0}
.top{flex-wrap:wrap}.by-lw{margin-inline-start:0}.tick{min-height:44px}}
@media(max-width:420px){.b{width:300%;margin-left:-200%}.n30{display:inline}.n90{display:none}
.short .b{width:100%;margin-left:0}.form .btn{flex:1}}
@media(forced-colors:active){.s,.b path{fill:CanvasText}.s .k{stroke:Canvas}}
@media print{:root{color-scheme:light}body{background:#fff;font-size:10.5pt}
.top .btn,.box,.foot,.pager,.skip{display:none}.ann,.comp,.day{break-inside:avoid}
.b path{print-color-adjust:exact;-webkit-print-color-adjust:exact;stroke:#4d5c55;stroke-width:.4}
.banner{print-color-adjust:exact}}`

export const style = `${tokens}${tones}${rules}`
export const styleHash = hashOf(style)
