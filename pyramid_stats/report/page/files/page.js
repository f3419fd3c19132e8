"use strict";

// The head of a column sorts its table; the same head again turns the order round.

function keyOf(row, column) {
  const cell = row.cells[column];
  return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
}

function compare(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

function sortBy(head) {
  const table = head.closest("table");
  const column = head.cellIndex;
  // What is largest is looked for first among numbers, what comes first among names.
  const first = head.classList.contains("number") ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  for (const each of head.parentElement.cells) {
    each.removeAttribute("aria-sort");
  }
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = Array.from(table.tBodies[0].rows);
  rows.sort((one, two) => sign * compare(keyOf(one, column), keyOf(two, column)));
  table.tBodies[0].append(...rows);
}

document.addEventListener("click", (event) => {
  const head = event.target.closest("th");
  if (head) {
    sortBy(head);
  }
});

// On paper nothing can be opened, so the small things are shown and the long manifests are not.
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not(:has(pre))")) {
    details.open = true;
  }
});
