// The page's only script: times in the visitor's zone or UTC, what each bar stands for, and a refresh every minute.
// The page works without it.
import { hashOf } from './style.ts'

export const script = `(()=>{const d=document,F=Intl.DateTimeFormat,h=d.documentElement.lang,l=h=='en'?'en-GB':h,
g=x=>d.getElementById(x),i=x=>(x||d).querySelector('#live');
let u;try{u=localStorage.tz}catch{}
const f=()=>{const o=u?{timeZone:'UTC'}:{};for(const t of d.querySelectorAll('time[data-f]'))t.textContent=new F(l,
{...t.dataset.f=='m'&&{day:'numeric',month:'short'},hour:'2-digit',minute:'2-digit',hourCycle:'h23',
timeZoneName:'short',...o}).format(new Date(t.dateTime));
const z=g('zone'),b=g('tz');if(z)z.textContent=z.dataset.text.replace('%',F(l,o).resolvedOptions().timeZone);
if(b){b.hidden=/UTC$/.test(F().resolvedOptions().timeZone);b.textContent=u?b.dataset.here:b.dataset.utc}};f();
const c=g('tz');if(c)c.onclick=()=>{u=u?'':1;try{localStorage.tz=u}catch{}f()};
const p=d.createElement('div');p.className='tip';const s=e=>{const b=e.target.closest&&e.target.closest('[data-d]');
if(!b)return p.remove();
const D=b.dataset,r=b.firstElementChild.getBoundingClientRect(),n=D.d.length,
k=Math.min(n-1,Math.max(0,Math.floor((e.clientX-r.left)/r.width*n))),v=JSON.parse(D.u)[k];
p.textContent=new F(l,{weekday:'short',day:'numeric',month:'short',
timeZone:'UTC'}).format(Date.parse(D.t)-(n-1-k)*864e5)+': '+JSON.parse(i().dataset.w)[D.d[k]]+(v?', '+v:'');
d.body.append(p);p.style.left=Math.max(4,Math.min(innerWidth-p.offsetWidth-4,e.clientX-p.offsetWidth/2))+'px';
p.style.top=r.top-p.offsetHeight-6+'px'};
d.addEventListener('pointermove',s);d.addEventListener('pointerdown',s);d.addEventListener('scroll',()=>p.remove());
let e;const look=async()=>{const a=i();if(d.hidden||!a)return;
const r=await fetch('',{cache:'no-cache'}),n=r.headers.get('etag');
if(!r.ok||n==e)return;e=n;const q=new DOMParser().parseFromString(await r.text(),'text/html'),b=i(q);
if(!b)return;for(const x of a.querySelectorAll('details')){const y=b.querySelector('#'+x.id);if(y)y.open=x.open}
a.replaceWith(b);d.title=q.title;f()};setInterval(()=>look().catch(()=>{}),6e4)})()`
export const scriptHash = hashOf(script)
