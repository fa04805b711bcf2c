// A script for other sites, which runs in the browsers of their visitors.

/** Inserts a line at its script tag, with the font and colour of the surrounding text. */
export const widgetScript = `(()=>{const s=document.currentScript,u=new URL(s.src),h=document.createElement('span');
const lang=u.searchParams.get('lang');u.pathname=u.pathname.replace(/\\/widget\\.js$/,'');
u.search=lang?'?lang='+encodeURIComponent(lang):'';
const r=h.attachShadow({mode:'open'});s.after(h);
const paths={up:'M7 1.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 7 1.8Z',degraded:'M7 1.3 13 12.7H1Z',down:'M1 1h12v12H1Z',
maintenance:'M4.3 1.7h5.4L12.6 7l-2.9 5.3H4.3L1.4 7Z',idle:'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z'};
const colours={up:'#17977a',degraded:'#c47d00',down:'#bb2a18',maintenance:'#3f74d6',idle:'#87948d'};
const draw=d=>{const a=document.createElement('a');a.href=d.url;a.textContent=d.sentence;
a.style.cssText='color:inherit;font:inherit';
const n='http://www.w3.org/2000/svg',g=document.createElementNS(n,'svg'),p=document.createElementNS(n,'path');
g.setAttribute('viewBox','0 0 14 14');g.setAttribute('width','14');g.setAttribute('height','14');
g.setAttribute('aria-hidden','true');g.style.cssText='vertical-align:-2px;margin-inline-end:.4em';
p.setAttribute('d',paths[d.tone]||paths.idle);p.setAttribute('fill',colours[d.tone]||colours.idle);g.append(p);
r.replaceChildren(g,a)};
const look=()=>fetch(u).then(x=>x.ok?x.json():Promise.reject()).then(draw).catch(()=>{});look();
setInterval(look,6e4)})();
`
