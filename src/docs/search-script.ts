// The only script of the documentation: it fetches the index when someone starts to search, and ranks its sections.
// Pages work without it, and then have no search field.
import { hashOf } from '../pages/parts/style.ts'

export const script = `(()=>{const d=document,form=d.querySelector('.find'),box=form.querySelector('input'),
list=form.querySelector('.found'),say=form.querySelector('[role=status]');form.hidden=false;
let index;const load=()=>index??=fetch('/docs/search.json').then(r=>r.json()).catch(()=>{index=undefined;return[]});
const score=({title,heading,text},terms)=>{let sum=0;for(const term of terms){
const hit=(title.toLowerCase().includes(term)?6:0)+(heading.toLowerCase().includes(term)?4:0)+
(text.toLowerCase().includes(term)?1:0);if(!hit)return 0;sum+=hit}return sum};
const excerpt=(text,term)=>{const at=Math.max(0,text.toLowerCase().indexOf(term)-40);
return(at?'… ':'')+text.slice(at,at+110)+(at+110<text.length?' …':'')};
const show=async()=>{const terms=box.value.toLowerCase().split(/\\s+/).filter(Boolean),all=await load();
if(!terms.length){list.replaceChildren();say.textContent='';return}
const best=all.map(one=>({one,points:score(one,terms)})).filter(({points})=>points)
.sort((a,b)=>b.points-a.points).slice(0,8);
say.textContent=best.length+(best.length===1?' result':' results');
list.replaceChildren(...best.map(({one})=>{const item=d.createElement('li'),link=d.createElement('a'),
name=d.createElement('b'),more=d.createElement('span');link.href=one.address;
name.textContent=one.heading===one.title?one.title:one.title+': '+one.heading;
more.textContent=excerpt(one.text,terms[0]);link.append(name,more);item.append(link);return item}));
if(!best.length){const item=d.createElement('li');item.className='none';item.textContent='No results';list.append(item)}};
box.addEventListener('focus',load);box.addEventListener('input',show);
form.addEventListener('submit',event=>{event.preventDefault();const first=list.querySelector('a');
if(first)location.href=first.href});
form.addEventListener('keydown',event=>{const links=[...list.querySelectorAll('a')],at=links.indexOf(d.activeElement);
if(event.key==='Escape'){box.value='';show();box.focus()}
else if(event.key==='ArrowDown'||event.key==='ArrowUp'){event.preventDefault();
const to=at+(event.key==='ArrowDown'?1:-1);(links[to]??(to<0?box:links.at(-1)??box)).focus()}});
d.addEventListener('keydown',event=>{if(event.key==='/'&&!event.ctrlKey&&!event.metaKey&&!event.altKey&&
!event.target.closest('input,textarea,select')){event.preventDefault();box.focus()}});
d.addEventListener('click',event=>{if(!form.contains(event.target))list.replaceChildren()})})()`
export const scriptHash = hashOf(script)
