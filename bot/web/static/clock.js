// Counts down to the end of the day's deals.
const node = document.querySelector('[data-countdown]');
const end = Date.parse(node?.getAttribute('datetime'));

function tick() {
  const left = Math.max(0, Math.floor((end - Date.now()) / 1000));
  const two = (n) => String(n).padStart(2, '0');
  node.textContent = `${two(Math.floor(left / 3600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}

if (node && end) {
  tick();
  setInterval(tick, 1000);
}
