// The page's only script: converts times to local time and checks for changes every minute. The page works without it.
import { hashOf } from './style.ts'

export const script = `(()=>{const d=document,I=Intl.DateTimeFormat,h=d.documentElement.lang,i=x=>(x||d).querySelector('#live'),
f=()=>{for(const t of d.querySelectorAll('time[data-f]'))t.textContent=new I(h=='en'?'en-GB':h,{...t.dataset.f=='m'&&{day:'numeric',month:'short'},hour:'2-digit',minute:'2-digit',hourCycle:'h23',timeZoneName:'short'}).format(new Date(t.dateTime));
const z=d.getElementById('zone');if(z)z.textContent=z.dataset.text.replace('%',I().resolvedOptions().timeZone)};f();
let e;const look=async()=>{const a=i();if(d.hidden||!a)return;const r=await fetch('',{cache:'no-cache'}),n=r.headers.get('etag');
if(!r.ok||n==e)return;e=n;const p=new DOMParser().parseFromString(await r.text(),'text/html'),b=i(p);
if(!b)return;for(const x of a.querySelectorAll('details')){const y=b.querySelector('#'+x.id);if(y)y.open=x.open}
a.replaceWith(b);d.title=p.title;f()};setInterval(()=>look().catch(()=>{}),6e4)})()`
export const scriptHash = hashOf(script)
